import Parser, { type MarkdownIt, type StateBlock, type Token } from "markdown-it";

const lineOf = (state: StateBlock, line: number) =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);

/** A fence counts from three backticks to the next three; one that nobody closes is text. */
function isFence(state: StateBlock, line: number, endLine: number): boolean {
  if (!/^`{3}/.test(lineOf(state, line))) return false;
  for (let next = line + 1; next < endLine; next++) if (/^`{3,}\s*$/.test(lineOf(state, next))) return true;
  return false;
}

/**
 * What a line that begins with a sign must look like to be more than a line of text. Left out is what people type without
 * thinking of Markdown: "# 1 DJ", "> 21 only", "+ one", "2026. What a year!", and signs with nothing behind them.
 */
const meant: Record<string, (state: StateBlock, line: number, endLine: number) => boolean> = {
  fence: isFence,
  heading: (state, line) => /^#+\s+[^\d\s]|^##+\s+\S/.test(lineOf(state, line)),
  blockquote: (state, line) => /^>\s+[^\d\s]/.test(lineOf(state, line)),
  list: (state, line) => /^(?:[*-]|\d{1,3}[.)])\s+\S/.test(lineOf(state, line)),
};

/** The rules that may end a paragraph and other blocks, as markdown-it declares them. */
const ends: Record<string, string[]> = {
  fence: ["paragraph", "reference", "blockquote", "list"],
  heading: ["paragraph", "reference", "blockquote"],
  blockquote: ["paragraph", "reference", "blockquote", "list"],
  list: ["paragraph", "reference", "blockquote"],
};

/** Code between backticks: they touch it, and no letter touches them from outside. Elsewhere they are apostrophes. */
const isCode = (src: string, at: number): boolean =>
  !/[\p{L}\p{N}`]/u.test(src[at - 1] ?? "") && /^(`+)[^`\s](?:[^\n`]*[^`\s])?\1(?![`\p{L}\p{N}])/u.test(src.slice(at));

const escapeHtml = new Parser().utils.escapeHtml;

/**
 * Markdown as people write it in posts and campaigns, the same rules for both: no HTML, pictures or tables. A sign that is
 * part of a sentence stays in it ("5*3*2", "f*ck", "rock `n roll"), and each number of a list is the one that was typed.
 * Its HTML still has to go through `cleanRichText`.
 */
export function createMarkdown(): MarkdownIt {
  const markdown = new Parser({ html: false, linkify: true, breaks: true });
  markdown.disable(["image", "table", "reference", "code", "lheading"]);
  // Only an address with its scheme becomes a link: what looks like a host may be two sentences ("Best fete ever.me and").
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  for (const [name, isMeant] of Object.entries(meant)) {
    const plain = new Parser();
    plain.block.ruler.enableOnly(name);
    const [rule] = plain.block.ruler.getRules("");
    markdown.block.ruler.at(
      name,
      (state, line, endLine, silent) => isMeant(state, line, endLine) && rule!(state, line, endLine, silent),
      { alt: ends[name]! },
    );
  }
  const plain = new Parser();
  plain.inline.ruler.enableOnly("backticks");
  const [backticks] = plain.inline.ruler.getRules("");
  markdown.inline.ruler.at("backticks", (state, silent) => isCode(state.src, state.pos) && backticks!(state, silent));
  markdown.inline.State = class extends markdown.inline.State {
    override scanDelims(start: number) {
      const found = super.scanDelims(start, false);
      if (this.src[start] !== "_") return found;
      // "instagram.com/_boss_" and "_boss_@example.com" are addresses.
      const isInAddress = /[@/.=&?#]/.test(this.src[start - 1] ?? "");
      const goesOn = /[@/]/.test(this.src[start + found.length] ?? "");
      return { ...found, can_open: found.can_open && !isInAddress, can_close: found.can_close && !goesOn };
    }
  };
  markdown.core.ruler.after("block", "typed_numbers", ({ tokens }) => numberItems(tokens));
  // The word after an opening fence is what someone wrote, not a language.
  markdown.renderer.rules.fence = (tokens, index) => {
    const { info, content } = tokens[index]!;
    return `<pre><code>${escapeHtml((info.trim() === "" ? "" : `${info.trim()}\n`) + content)}</code></pre>\n`;
  };
  return markdown;
}

/** Numbers that don't count up, such as a countdown, stay as typed. The same number again counts on: 1. 1. 1. */
function numberItems(tokens: Token[]): void {
  const lists: { next: number; typed: number | undefined }[] = [];
  for (const token of tokens) {
    if (token.type === "ordered_list_open") lists.push({ next: Number(token.attrGet("start") ?? 1), typed: undefined });
    if (token.type === "bullet_list_open") lists.push({ next: 0, typed: undefined });
    if (token.type === "ordered_list_close" || token.type === "bullet_list_close") lists.pop();
    const list = lists.at(-1);
    if (token.type !== "list_item_open" || token.info === "" || list === undefined) continue;
    const typed = Number(token.info);
    const number = typed === list.typed ? list.next : typed;
    if (number !== list.next) token.attrSet("value", String(number));
    list.typed = typed;
    list.next = number + 1;
  }
}
