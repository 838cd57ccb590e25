/** Letters that Unicode doesn't take apart into a plain letter and an accent, with what people type instead. */
const plainOf: Record<string, string> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ŋ: "n",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};

const withoutParts = new RegExp(`[${Object.keys(plainOf).join("")}]`, "gu");

/**
 * A text as a search compares it: lower case, without accents, and with plain letters for Ł, Ø, Đ, ß, Æ and their like.
 * The database's `plain_letters` does the same; a test compares the two.
 */
export const plainLetters = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(withoutParts, (letter) => plainOf[letter]!);
