import sanitizeHtml from "sanitize-html";

/**
 * The few elements allowed in texts that staff write. Everything else is removed, but its text stays, if it has any. Scripts,
 * embedded content and styles are never allowed, and links lead only to a web page, an email address or a phone number.
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

/** A text without anything that isn't allowed. Cleaning it again changes nothing. */
export function cleanRichText(html: string): string {
  const once = sanitizeHtml(html.replaceAll("\u0000", ""), allowed);
  return sanitizeHtml(once, allowed).trim();
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** The plain text of cleaned HTML: paragraphs separated by empty lines, for searches, feeds and descriptions. */
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

/** Plain paragraphs as HTML for the editor. */
export function richTextOf(plain: string): string {
  return plain
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => `<p>${paragraph.replace(/[&<>"]/g, (sign) => escapes[sign]!).replaceAll("\n", "<br />")}</p>`)
    .join("");
}
