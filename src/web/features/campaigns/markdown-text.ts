import { placeholder } from "#contract/email/variables.ts";
import { createMarkdown } from "#contract/markdown.ts";

const markdown = createMarkdown();

/** Markdown as the editor shows it. Variables stay as they are typed, also in the addresses of links. */
export function htmlOf(body: string): string {
  const variables: string[] = [];
  // A letter before the number: otherwise the number of a variable could be read as part of the text.
  const marked = body.replaceAll(placeholder, (variable) => `Xvariable${variables.push(variable) - 1}x`);
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  return markdown
    .render(marked)
    .replaceAll(/Xvariable(\d+)x/g, (_all, at: string) => escaped(variables[Number(at)]!))
    .replaceAll(/<(\/?)h([1-6])>/g, (_all, end: string, level: string) => `<${end}h${Number(level) < 4 ? 3 : 4}>`)
    .replaceAll("\n", "");
}

/** The editor's HTML as Markdown that reads the same: what people typed as text stays text. */
export const markdownOf = (html: string): string =>
  blocksOf(new DOMParser().parseFromString(html, "text/html").body).join("\n\n");

const tagOf = (node: Node) => (node as Partial<Element>).tagName?.toLowerCase();

/** The blocks inside an element, each as its lines. */
function blocksOf(parent: Element): string[] {
  return [...parent.children].flatMap((block) => {
    const tag = tagOf(block);
    if (tag === "ul" || tag === "ol") return [listOf(block, tag === "ol")];
    if (tag === "blockquote") return [indented(blocksOf(block).join("\n\n"), "> ", "> ")];
    if (tag === "hr") return ["---"];
    if (tag === "h3" || tag === "h4")
      return [`${tag === "h3" ? "###" : "####"} ${inline(block).replaceAll("\n", " ")}`];
    const text = inline(block).split("\n").map(escapeStart).join("\n");
    return text.trim() === "" ? [] : [text];
  });
}

const indented = (text: string, first: string, rest: string) =>
  text
    .split("\n")
    .map((line, at) => (at === 0 ? first : line === "" ? rest.trimEnd() : rest) + line)
    .join("\n");

function listOf(list: Element, isNumbered: boolean): string {
  const start = Number(list.getAttribute("start") ?? 1);
  const items = [...list.children].map((item, at) => {
    const sign = isNumbered ? `${start + at}. ` : "- ";
    const text = item.querySelector("p, ul, ol, blockquote") ? blocksOf(item).join("\n") : inline(item);
    return indented(text, sign, " ".repeat(sign.length));
  });
  return items.join("\n");
}

/** Signs that would format the text if they weren't escaped. Variables stay as they are. */
function escapeText(text: string): string {
  let written = "";
  let end = 0;
  const plain = (part: string) => part.replaceAll(/[\\`*_[\]<>&~]/g, String.raw`\$&`);
  for (const found of text.matchAll(placeholder)) {
    written += plain(text.slice(end, found.index)) + found[0];
    end = found.index + found[0].length;
  }
  return written + plain(text.slice(end));
}

/** The same at the start of a line, where a sign or a number begins a block. */
const escapeStart = (line: string) =>
  line.replace(/^([#+-])/, String.raw`\$1`).replace(/^(\d{1,3})([.)])(?=\s|$)/, String.raw`$1\$2`);

const signs: Record<string, string> = { strong: "**", b: "**", em: "*", i: "*", s: "~~", del: "~~" };

/** The text of a block, its formats, links and line breaks. */
function inline(parent: Node): string {
  return [...parent.childNodes]
    .map((node) => {
      if (node.nodeType === Node.TEXT_NODE) return escapeText((node.textContent ?? "").replaceAll(/\s+/g, " "));
      const tag = tagOf(node)!;
      if (tag === "br") return "\n";
      const text = inline(node);
      if (tag === "a") return `[${text}](${linkOf((node as Element).getAttribute("href") ?? "")})`;
      const sign = signs[tag];
      // Signs must touch the text that they format.
      const [, before = "", middle = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text)!;
      return sign === undefined || middle === "" ? text : before + sign + middle + sign + after;
    })
    .join("");
}

/** A link's address: one with spaces or brackets would end too early. */
const linkOf = (href: string) => (/[\s()<>]/.test(href) ? `<${href.replaceAll(/[<>\n]/g, encodeURIComponent)}>` : href);
