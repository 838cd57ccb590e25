import tlds from "tlds" with { type: "json" };
import { isOrdinaryWord } from "./ordinary-words.ts";

const topLevels = new Set(tlds);

/** Words that are mostly typed as the end of an address; the rest of the list is ruled by the text around it. */
const addressEnds = new Set(
  "app biz click com edu gov info link mobi net online org page pro shop site store web website".split(" "),
);
/** Ends of file names that became top-level domains. */
const fileEnds = new Set(["mov", "zip"]);

/** An ordinary word, an initial or a number; a name too. */
const isOrdinary = (label: string) => /^(?:.|\d+|\p{Lu}\p{Ll}+)$/u.test(label) || isOrdinaryWord(label.toLowerCase());

/**
 * True if a host without a scheme or path is two sentences without a space between them: "Best fete ever.me and my
 * crew". All its parts are ordinary words, and the text goes on behind it.
 *
 * @param after the text behind the host
 */
function isRunningText(host: string, after: string): boolean {
  const labels = host.split(".");
  const last = labels.pop()!;
  const end = last.toLowerCase();
  if (fileEnds.has(end)) return true;
  if (addressEnds.has(end) || !/^(?:[ \t,]+[\p{L}\p{N}]|['’-]\p{L})/u.test(after)) return false;
  const startsSentence = /^\p{Lu}\p{Ll}*$/u.test(last) || after.startsWith("-");
  return (startsSentence || isOrdinaryWord(end)) && labels.every(isOrdinary);
}

const opens = /(?:\b[a-z][a-z0-9+.-]*:)?\/\/[^\s/]|\b(?:mailto|tel|sms):\S|\bwww\./i;
const host =
  /(?<![\p{L}\p{N}_-])((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+)(\p{L}+|xn--[a-z0-9-]+)(?![\p{L}\p{N}_])/giu;
const address = /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.])/;

/** A text as links are looked for: without invisible characters, and with the dots that people disguise. */
const undisguised = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/\s{0,3}[[({]\s{0,3}(?:\.|dot)\s{0,3}[\])}]\s{0,3}/gi, ".")
    .replace(/[。｡․]/g, ".")
    .replace(/\s{0,3}\.\s{1,3}(?=(?:com|net|org)\b)|\s{1,3}\.\s{0,3}(?=(?:com|net|org)\b)/gi, ".");

/** True if a text has something that leads elsewhere. A sentence that begins without a space isn't a link. */
export function hasLink(text: string): boolean {
  const shown = undisguised(text);
  if (opens.test(shown) || address.test(shown)) return true;
  return [...shown.matchAll(host)].some((found) => {
    const after = shown.slice(found.index + found[0].length);
    const leads = /^(?:[/?#]\S|:\d)/.test(after) || shown[found.index - 1] === "@";
    return topLevels.has(found[2]!.toLowerCase()) && (leads || !isRunningText(found[0], after));
  });
}
