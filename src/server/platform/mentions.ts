/** `@handle` where no word goes before it. A dot or dash at its end belongs to the sentence. */
const mention = /(?<![\p{L}\p{N}_.@/-])@([\p{L}\p{N}_.-]{3,64})/gu;
const mentionHere = new RegExp(mention.source, "uy");
const trimmed = (handle: string) => handle.replace(/[.-]+$/, "");

/** The handles that a text mentions, in lower case, each once and as often as allowed. */
export function findHandles(text: string, max: number): string[] {
  const found = Array.from(text.matchAll(mention), ([, handle]) => trimmed(handle!).toLowerCase());
  return [...new Set(found)].filter((handle) => handle.length >= 3).slice(0, max);
}

/** The handle that is mentioned at a place of a text, as it was typed; empty if there is none. */
export function handleAt(text: string, position: number): string {
  mentionHere.lastIndex = position;
  const handle = trimmed(mentionHere.exec(text)?.[1] ?? "");
  return handle.length < 3 ? "" : handle;
}

/** A text without the members that it mentions, given by handle in lower case: a name such as "the.host" is no address. */
export const withoutMentions = (text: string, members: { has(handle: string): boolean }): string =>
  text.replaceAll(mention, (found, handle: string) => {
    const name = trimmed(handle);
    return members.has(name.toLowerCase()) ? found.slice(1 + name.length) : found;
  });
