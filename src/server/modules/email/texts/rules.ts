/** `{{event}}`, or `{{name|friend}}` with what to write when there is no value. */
export const placeholder = /\{\{\s*([a-zA-Z]{1,40})\s*(?:\|([^{}|\n]{0,60}))?\}\}/g;

/** A text with its values filled in, once: what a value contains is never read as a variable. */
export function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(placeholder, (_all, name: string, otherwise: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name]! : "";
    return value === "" ? (otherwise ?? "").trim() : value;
  });
}

/** A text as a header can hold it: on one line, without control characters, at most 200 characters. */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return [...line].length > 200 ? `${[...line].slice(0, 199).join("")}…` : line;
}

/** The paragraphs of a text, separated by empty lines; inside, each line stays one. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
