const link =
  /https?:\/\/|www\.|\b[a-z0-9-]+\.(?:com|net|org|io|gg|tv|co|me|ly|link|xyz|app|dev|shop|live|info|biz|ru)\b/i;

/** True if a text has something that leads elsewhere. */
export const hasLink = (text: string): boolean => link.test(text.normalize("NFKC"));

const looksLike: Record<string, string> = {
  "0": "o",
  "1": "i",
  "!": "i",
  "3": "e",
  "4": "a",
  "@": "a",
  "5": "s",
  $: "s",
  "7": "t",
  "8": "b",
};

/** A text as banned words are compared: no accents, lower case, digits and signs as the letters that they stand for. */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[0134578@$]|!(?=[\p{L}\p{N}])/gu, (sign) => looksLike[sign]!)
    .replace(/\p{Cf}/gu, "");

const once = (word: string) => word.replace(/(.)\1+/gu, "$1");

/**
 * The first banned word of a text; undefined if it has none. A word counts as a whole, however it's written: with
 * accents, digits for letters, repeated letters, or signs or spaces between its letters. Longer words that happen to
 * contain it don't count.
 *
 * @param words folded
 */
export function findBannedWord(text: string, words: ReadonlySet<string>): string | undefined {
  const known = new Map([...words].map((word) => [once(word), word]));
  const tokens = foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const spaced: string[] = [];
  let run = "";
  for (const token of tokens) {
    if ([...token].length === 1) {
      run += token;
      continue;
    }
    spaced.push(run);
    run = "";
  }
  spaced.push(run);
  const hit = [...tokens, ...spaced].map(once).find((token) => token !== "" && known.has(token));
  return hit === undefined ? undefined : known.get(hit);
}

/** Letters with more than a few marks on each other cover the lines around them. */
export const hasStackedMarks = (text: string): boolean => /\p{M}{5,}/u.test(text.normalize("NFD"));
