import sanitizeHtml from "sanitize-html";

/**
 * The few elements allowed in texts that staff write. Everything else is removed, but its text stays, if it has any. Scripts,
 * embedded content and styles are never allowed, and links lead only to a web page, an email address or a phone number.
 */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: ["p", "br", "strong", "em", "s", "h3", "h4", "ul", "ol", "li", "blockquote", "pre", "code", "hr", "a"],
  allowedAttributes: { a: ["href", "rel", "target"], ol: ["start"], li: ["value"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesAppliedToAttributes: ["href"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 12,
  enforceHtmlBoundary: false,
  transformTags: {
    b: "strong",
    i: "em",
    h1: "h3",
    h2: "h3",
    h5: "h4",
    h6: "h4",
    div: "p",
    ol: (tagName, { start }) => ({ tagName, attribs: numberOf({ start }) }),
    li: (tagName, { value }) => ({ tagName, attribs: numberOf({ value }) }),
    a: (_name, { href }): sanitizeHtml.Tag => ({
      tagName: "a",
      attribs: leadsSomewhere(href) ? { href: href!, rel: "noopener noreferrer nofollow", target: "_blank" } : {},
    }),
  },
  // A link without a target and an empty paragraph are no use to anyone.
  exclusiveFilter: ({ tag, text, mediaChildren }) =>
    (tag === "p" || tag === "a" || tag === "h3" || tag === "h4" || tag === "li") &&
    text.trim() === "" &&
    mediaChildren.length === 0,
};

/** Anything that starts with an unknown form, such as a space before the scheme, is not an address. */
function leadsSomewhere(href: string | undefined): boolean {
  return href !== undefined && /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i.test(href);
}

/** The attribute of a list or an item that is its number; none if it isn't one. */
const numberOf = (attribute: Record<string, string | undefined>): sanitizeHtml.Attributes =>
  Object.fromEntries(
    Object.entries(attribute).flatMap(([name, value]) => (/^\d{1,9}$/.test(value ?? "") ? [[name, value!]] : [])),
  );

/** A text without anything that isn't allowed. Cleaning it again changes nothing. */
export function cleanRichText(html: string): string {
  const once = sanitizeHtml(html.replaceAll("\u0000", ""), allowed);
  return sanitizeHtml(once, allowed).trim();
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** A text of HTML as people read it. */
export const unescapeHtml = (value: string): string =>
  value.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!);

/**
 * The plain text of cleaned HTML, for emails, searches, feeds and descriptions: paragraphs are separated by empty lines,
 * items of lists have their dash or the number that the page shows.
 *
 * @param linkText how a link is written; by default, only its name
 */
export function plainTextOf(
  cleanHtml: string,
  linkText: (name: string, href: string) => string = (name) => name,
): string {
  const text = new PlainText(linkText);
  for (const [all, end, tag, attributes] of cleanHtml.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>|[^<]+/g)) {
    if (tag === undefined) text.write(unescapeHtml(all));
    else if (end === "") text.open(tag, attributes!);
    else text.close(tag);
  }
  return text.finish();
}

class PlainText {
  #text = "";
  /** Line ends before the next words. */
  #gap = 0;
  /** The dash or number before the next words. */
  #mark = "";
  #lists: { next: number | null }[] = [];
  #link: { href: string; name: string } | undefined;
  #isPre = false;
  #linkText: (name: string, href: string) => string;

  constructor(linkText: (name: string, href: string) => string) {
    this.#linkText = linkText;
  }

  open(tag: string, attributes: string): void {
    const [, number] = /(?:start|value)="(\d+)"/.exec(attributes) ?? [];
    if (isBlock.test(tag)) this.#separate();
    if (tag === "br") this.#gap = Math.min(this.#gap + 1, 2);
    if (tag === "a") this.#link = { href: unescapeHtml(/href="([^"]*)"/.exec(attributes)?.[1] ?? ""), name: "" };
    if (tag === "ul") this.#lists.push({ next: null });
    if (tag === "ol") this.#lists.push({ next: Number(number ?? 1) });
    if (tag === "li") this.#beginItem(number);
    if (tag === "pre") this.#isPre = true;
  }

  close(tag: string): void {
    if (tag === "a") this.#endLink();
    if (tag === "pre") this.#isPre = false;
    if (tag === "ol" || tag === "ul") this.#lists.pop();
    if (isBlock.test(tag)) this.#separate();
  }

  write(typed: string): void {
    const isNew = this.#gap > 0 || this.#text === "";
    const line = this.#isPre ? typed.replace(/\s+$/, "") : typed.replace(/\s*\n\s*/g, " ");
    const words = isNew && !this.#isPre ? line.trimStart() : line;
    if (words === "") return;
    const indent = "   ".repeat(this.#lists.length - (this.#mark === "" ? 0 : 1));
    if (isNew) this.#text += (this.#text === "" ? "" : "\n".repeat(this.#gap)) + indent + this.#mark;
    this.#text += words.replaceAll("\n", `\n${indent}`);
    if (this.#link !== undefined) this.#link.name += words;
    this.#gap = 0;
    this.#mark = "";
  }

  finish(): string {
    return this.#text.replace(/[ \t]+\n/g, "\n").trim();
  }

  /** Ends a paragraph; those of a list have no empty line between them. */
  #separate(): void {
    this.#gap = Math.max(this.#gap, this.#lists.length > 0 ? 1 : 2);
  }

  #beginItem(number: string | undefined): void {
    const list = this.#lists.at(-1) ?? { next: null };
    if (list.next === null) this.#mark = "- ";
    else {
      if (number !== undefined) list.next = Number(number);
      this.#mark = `${list.next++}. `;
    }
  }

  #endLink(): void {
    const { href, name } = this.#link ?? { href: "", name: "" };
    this.#link = undefined;
    if (href !== "") this.#text = this.#text.slice(0, this.#text.length - name.length) + this.#linkText(name, href);
  }
}

const isBlock = /^(?:p|h3|h4|ul|ol|li|blockquote|pre|hr)$/;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Plain paragraphs as HTML for the editor. */
export function richTextOf(plain: string): string {
  return plain
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => `<p>${paragraph.replace(/[&<>"]/g, (sign) => escapes[sign]!).replaceAll("\n", "<br />")}</p>`)
    .join("");
}
