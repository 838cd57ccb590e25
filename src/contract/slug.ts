import { transliterate } from "transliteration";
import { plainLetters } from "./letters.ts";

/**
 * The readable part of an address, made of a name: "J'ouvert at Midnight" is `jouvert-at-midnight`, "Łódź Soca" is
 * `lodz-soca`, and other scripts are spelled in Latin letters. At most 80 characters. Empty if the name has neither
 * letters nor digits, emoji for example.
 */
export const slugOf = (name: string): string =>
  transliterate(plainLetters(name).replace(/['’‘ʼ`]/g, ""))
    .toLowerCase()
    .replace(/['’‘ʼ`]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, 80)
    .replace(/-+$/, "");
