import { wordsOf } from "#server/platform/db/word-search.ts";
import { cleanRichText, plainTextOf } from "#server/platform/rich-text.ts";

const maxHandle = 80;

/** A handle created from a title or from a handle of another shop: "J'ouvert Tee" becomes `jouvert-tee`. */
export function createHandle(text: string): string {
  const handle = wordsOf(text.replace(/['’]/g, ""))
    .join("-")
    .replace(/[^a-z0-9-]+/g, "")
    .replace(/-{2,}/g, "-")
    .slice(0, maxHandle)
    .replace(/^-|-$/g, "");
  return handle === "" ? "product" : handle;
}

/** Returns a name that isn't used yet, with a number at its end if it must: `tee`, `tee-2`. */
export function createUnique(name: string, used: Set<string>, maxLength: number): string {
  for (let count = 1; ; count++) {
    const end = count === 1 ? "" : `-${count}`;
    const candidate = name.slice(0, maxLength - end.length).replace(/-$/, "") + end;
    if (used.has(candidate.toLowerCase())) continue;
    used.add(candidate.toLowerCase());
    return candidate;
  }
}

const maxDescription = 5000;

/**
 * A description from another shop as plain paragraphs: without tags, scripts, styles and the codes of page builders.
 * Entities are decoded, also in text that has no tags. Longer ones end at 5,000 characters.
 */
export function parseDescription(source: string): { text: string; isCut: boolean } {
  const bare = source
    // WooCommerce writes line ends as two characters.
    .replace(/\\r\\n|\\n/g, "\n")
    .replace(/\r\n?/g, "\n")
    .replace(
      /\[\/?(?:gallery|caption|embed|video|audio|playlist|products?|vc_\w+|et_pb_\w+|contact-form-7)\b[^\]]*\]/g,
      "",
    );
  const hasBlocks = /<(?:p|div|br|ul|ol|li|h[1-6]|table|blockquote)\b/i.test(bare);
  const html = hasBlocks ? bare.replace(/\s*\n\s*/g, " ") : escapeLoose(bare).replaceAll("\n", "<br>");
  const spaced = html
    .replace(/<\/(?:td|th)\s*>/gi, " ")
    .replace(/<\/(?:tr|caption)\s*>/gi, "<br>")
    .replace(/<\/(?:table|section|article|header|footer|figure|pre)\s*>/gi, "<p></p>");
  const text = plainTextOf(cleanRichText(spaced))
    .replace(/[\u00a0\t ]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  if (text.length <= maxDescription) return { text, isCut: false };
  const cut = text.slice(0, maxDescription);
  const end = Math.max(cut.lastIndexOf(". "), cut.lastIndexOf("\n"));
  return { text: cut.slice(0, end > maxDescription / 2 ? end + 1 : maxDescription).trim(), isCut: true };
}

/** A sign that begins no tag is text: "sizes < M". */
const escapeLoose = (text: string) => text.replace(/<(?![a-z/!])/gi, "&lt;");

const gramsPerUnit: Record<string, number> = { g: 1, kg: 1000, lb: 453.592_37, oz: 28.349_523_125 };

/** The unit that a heading or a cell names: "Weight (lbs)" is in pounds. */
export function parseWeightUnit(text: string): string | undefined {
  const found = /(?:^|[\s(])(kg|kilograms?|g|grams?|lbs?|pounds?|oz|ounces?)\)?$/i
    .exec(text.trim())?.[1]
    ?.toLowerCase();
  if (found === undefined) return undefined;
  if (found.startsWith("k")) return "kg";
  if (found.startsWith("g")) return "g";
  return found.startsWith("o") ? "oz" : "lb";
}

/** A weight as whole grams, as text; text that isn't a number stays as it is, for its row to be left out. */
export function formatGrams(text: string, unit: string): string {
  if (text === "" || !/^\d+(\.\d+)?$/.test(text)) return text;
  return String(Math.round(Number(text) * gramsPerUnit[unit]!));
}

/** Splits a list in a cell at commas; a comma after a backslash is part of a name. Of a path, the last part counts. */
export function parseNames(text: string): string[] {
  return text
    .split(/(?<!\\)[,;]/)
    .map((part) => part.replaceAll("\\,", ",").split(" > ").at(-1)!.trim().replace(/\s+/g, " "))
    .filter((part) => part !== "");
}
