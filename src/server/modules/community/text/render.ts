import { createMarkdown } from "#contract/markdown.ts";
import { handleAt } from "#server/platform/mentions.ts";
import { cleanRichText } from "#server/platform/rich-text.ts";

/** Goes up whenever the same text makes other HTML: stored HTML of earlier versions is then made again. */
export const rendererVersion = 2;

const markdown = createMarkdown();

// Before emphasis: the underscores of a handle are part of it, also of one that nobody has.
markdown.inline.ruler.before("emphasis", "mentions", (state, silent) => {
  if (state.src[state.pos] !== "@") return false;
  const handle = handleAt(state.src, state.pos);
  if (handle === "") return false;
  const id = (state.env as { people: ReadonlyMap<string, number> }).people.get(handle.toLowerCase());
  if (!silent && (id === undefined || state.linkLevel > 0)) state.pending += `@${handle}`;
  else if (!silent) {
    state.push("link_open", "a", 1).attrSet("href", `/community?person=${id}`);
    state.push("text", "", 0).content = `@${handle}`;
    state.push("link_close", "a", -1);
  }
  state.pos += handle.length + 1;
  return true;
});

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
