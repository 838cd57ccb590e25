import { firstNameOf, nameInOrder } from "#contract/first-name.ts";

/** The longest name that an email shows, in characters. */
const maxCharacters = 60;
/** A name may contain a small number, like "50 Cent". More digits could be a phone number. */
const maxDigitsOfName = 2;
/** A street address has the number of a house and of an apartment: together fewer digits than a phone number. */
const maxDigitsOfAddress = 9;
/** What a name is made of, besides spaces. Anything else separates words. */
const notInNames = /[^\p{L}\p{M}\p{N}'’.·-]+/gu;
/** A web or email address, or a part of one: "evil.com/x", "a@evil.com", "http:". */
const isAddress = (word: string) => /[@/\\]|:.|[\p{L}\p{M}\p{N}-]\.[\p{L}\p{M}\p{N}]{2,}/u.test(word);
const isWord = (word: string) => /[\p{L}\p{N}]/u.test(word);

/**
 * A person's name as emails may show it. Anyone can enter any name with anyone's email address, so a name must not
 * carry a message: addresses, phone numbers, symbols and hidden characters are left out.
 *
 * @returns at most 60 characters; empty when nothing of it is a name
 */
export function nameInMail(name: string): string {
  const short = onlyWords(name, maxDigitsOfName);
  return /\p{L}/u.test(short) ? short : "";
}

/** A first name as emails may show it, or the whole name where it isn't sure; empty when nothing of it is a name. */
export const firstNameInMail = (name: string): string => firstNameOf(nameInMail(nameInOrder(name)));

/** The street of an address as emails may show it: like a name, but with the numbers of a house and an apartment. */
export const streetInMail = (street: string): string => onlyWords(street, maxDigitsOfAddress);

function onlyWords(entered: string, maxDigits: number): string {
  const text = entered.normalize("NFKC").replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");
  const allowsNumbers = (text.match(/\p{N}/gu) ?? []).length <= maxDigits;
  const words = text
    .split(/[\s\p{Cc}\p{Z}]+/u)
    .filter((word) => !isAddress(word))
    .flatMap((word) => word.replace(notInNames, " ").split(" "))
    .map((word) => word.replace(/^[.'’·-]+/, ""))
    .filter((word) => isWord(word) && (allowsNumbers || !/\p{N}/u.test(word)));
  return [...words.join(" ")].slice(0, maxCharacters).join("").trim();
}

/** "You're in, Ada Lovelace." — or "You're in." to someone without a name. "Núñez, José" is José Núñez. */
export function greet(greeting: string, name: string): string {
  const shown = nameInMail(nameInOrder(name));
  return shown === "" ? `${greeting}.` : `${greeting}, ${shown.replace(/\.$/, "")}.`;
}

/**
 * How many emails of one kind one address gets. Five in an hour is more than a person causes by buying tickets; nobody
 * can fill a stranger's mailbox with more. After that, everything that waits goes out as one email every 15 minutes, so
 * a buyer whose address someone else abuses still has their tickets soon.
 */
export const mailPace = { most: 5, within: "1 hour", pause: "15 minutes", maxMerged: 100 };

/** The longest that an email waits between attempts while the email server is down. */
export const maxDownSeconds = 30;

/** An address with another name before it: `Brand <mail@example.com>`. */
export function withSenderName(mailFrom: string, name: string | null): string | { name: string; address: string } {
  if (name === null) return mailFrom;
  return { name, address: /<([^<>]+)>\s*$/.exec(mailFrom)?.[1]?.trim() ?? mailFrom.trim() };
}
