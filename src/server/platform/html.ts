/** Text that is already HTML; everything else in a template is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Part = Html | string | number | null | undefined | false | Part[];

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (Array.isArray(part)) return part.map(render).join("");
  if (part instanceof Html) return part.text;
  return String(part).replace(/[&<>"']/g, (letter) => escapes[letter]!);
}

/**
 * Writes HTML from a template: every value is escaped unless it is Html. For emails and the few pages that aren't part
 * of the web app; see docs/decisions/0005-mails-are-templates.md.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, piece, index) => text + piece + render(parts[index]), ""));
}

/** Text that XML 1.0 and calendars allow: without control characters and lone surrogates. */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}|[\ufffe\uffff]/gu, "");
}
