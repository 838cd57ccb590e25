import MarkdownIt from "markdown-it";
import { cleanRichText } from "#server/platform/rich-text.ts";

/** Goes up whenever the same text makes other HTML: stored HTML of earlier versions is then made again. */
export const rendererVersion = 1;

// No HTML, and no images: those of a post are its own, drawn by us.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable(["image", "table", "reference"]);
markdown.linkify.set({ fuzzyEmail: false, fuzzyIP: false });

/** `@handle` where no word goes before it. A dot or dash at its end belongs to the sentence. */
const mention = /(?<![\p{L}\p{N}_.@/-])@([\p{L}\p{N}_.-]{3,64})/gu;
const trimmed = (handle: string) => handle.replace(/[.-]+$/, "");

/** The handles that a text mentions, in lower case, each once and as often as allowed. */
export function findHandles(text: string, max: number): string[] {
  const found = Array.from(text.matchAll(mention), ([, handle]) => trimmed(handle!).toLowerCase());
  return [...new Set(found)].filter((handle) => handle.length >= 3).slice(0, max);
}

// After links were found: what is a link already stays one.
markdown.core.ruler.push("mentions", (state) => {
  const people = (state.env as { people?: ReadonlyMap<string, number> }).people ?? new Map<string, number>();
  if (people.size === 0) return;
  for (const block of state.tokens) {
    if (block.type !== "inline" || block.children === null) continue;
    let depth = 0;
    block.children = block.children.flatMap((token) => {
      if (token.type === "link_open") depth++;
      if (token.type === "link_close") depth--;
      if (token.type !== "text" || depth > 0) return [token];
      return linkMentions(token, people, (type) => new state.Token(type, type === "text" ? "" : "a", nesting[type]!));
    });
  }
});

type Token = ReturnType<typeof markdown.parse>[number];
const nesting: Record<string, -1 | 0 | 1> = { link_open: 1, text: 0, link_close: -1 };

function linkMentions(token: Token, people: ReadonlyMap<string, number>, create: (type: string) => Token): Token[] {
  const made: Token[] = [];
  const text = (content: string) => {
    if (content !== "") made.push(Object.assign(create("text"), { content }));
  };
  let done = 0;
  for (const match of token.content.matchAll(mention)) {
    const handle = trimmed(match[1] ?? "");
    const id = people.get(handle.toLowerCase());
    if (id === undefined) continue;
    text(token.content.slice(done, match.index));
    const open = create("link_open");
    open.attrSet("href", `/community?person=${id}`);
    made.push(open);
    text(`@${handle}`);
    made.push(create("link_close"));
    done = match.index + handle.length + 1;
  }
  text(token.content.slice(done));
  return made;
}

/**
 * Renders Markdown as HTML that is safe to show: by markdown-it without HTML, and then cleaned like the texts of staff.
 *
 * @param people whom it mentions: ids by handle in lower case; others stay plain text
 */
export function renderText(text: string, people: ReadonlyMap<string, number> = new Map()): string {
  const html = cleanRichText(markdown.render(text, { people }));
  // A mention stays on the page; all other links open their own.
  return html.replace(/<a href="\/community\?person=(\d+)"[^>]*>/g, '<a href="/community?person=$1">');
}

/** True if rendered HTML has a link other than to people whom it mentions. */
export const leadsAway = (html: string): boolean => /<a href="(?!\/community\?person=\d+">)/.test(html);
