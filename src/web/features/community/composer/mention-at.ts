/** The mention that someone is typing: the handle before the caret, without its @, and where it is in the text. */
export function mentionAt(text: string, caret: number): { start: number; end: number; text: string } | undefined {
  const found = /(?:^|[\s(])@([\p{L}\p{N}_.-]{0,64})$/u.exec(text.slice(0, caret));
  if (!found) return undefined;
  const typed = found[1]!;
  const rest = /^[\p{L}\p{N}_.-]*/u.exec(text.slice(caret))![0];
  return { start: caret - typed.length - 1, end: caret + rest.length, text: typed };
}
