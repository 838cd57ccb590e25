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
