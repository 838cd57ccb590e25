/** The words of a text without case, accents and apostrophes: "J'ouvert" and "jouvert" are one word. */
export function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}'’‘ʼ`]/gu, "")
    .toLowerCase()
    .split(/[\s\-–—/.,:;!?&()[\]"“”·•+|]+/u)
    .filter(Boolean);
}
