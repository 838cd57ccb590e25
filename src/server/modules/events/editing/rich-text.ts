import sanitizeHtml from "sanitize-html";

/**
 * The few elements that a night's text may have. Everything else goes: its words stay, where it has words at all.
 * What runs, loads or is styled is never among them, and a link leads to a web page, a mailbox or a telephone.
 */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: ["p", "br", "strong", "em", "s", "h3", "h4", "ul", "ol", "li", "blockquote", "hr", "a"],
  allowedAttributes: { a: ["href", "rel", "target"] },
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
    a: (_name, { href }): sanitizeHtml.Tag => ({
      tagName: "a",
      attribs: leadsSomewhere(href) ? { href: href!, rel: "noopener noreferrer nofollow", target: "_blank" } : {},
    }),
  },
  // A link that leads nowhere and a paragraph without a word are no use to anybody.
  exclusiveFilter: ({ tag, text, mediaChildren }) =>
    (tag === "p" || tag === "a" || tag === "h3" || tag === "h4" || tag === "li") &&
    text.trim() === "" &&
    mediaChildren.length === 0,
};

/** What begins like nothing we know, an odd space before a scheme say, is no address. */
function leadsSomewhere(href: string | undefined): boolean {
  return href !== undefined && /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i.test(href);
}

/** A night's text with everything taken out that is not on the list. Doing it again changes nothing. */
export function cleanRichText(html: string): string {
  const once = sanitizeHtml(html.replaceAll("\u0000", ""), allowed);
  return sanitizeHtml(once, allowed).trim();
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** The words of a cleaned text: paragraphs parted by empty lines, for searches, feeds and descriptions. */
export function plainTextOf(cleanHtml: string): string {
  return cleanHtml
    .replace(/<br\s*\/?>/g, "\n")
    .replace(/<\/li>\s*<li>/g, "\n")
    .replace(/<\/?(?:p|h3|h4|ul|ol|blockquote|hr)(?:\s[^>]*)?\/?>/g, "\n\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!)
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Plain paragraphs as the editor opens them. */
export function richTextOf(plain: string): string {
  return plain
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => `<p>${paragraph.replace(/[&<>"]/g, (sign) => escapes[sign]!).replaceAll("\n", "<br />")}</p>`)
    .join("");
}
