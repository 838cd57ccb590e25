/** Words that don't begin a first name: titles, stage titles, articles, and particles of last names. */
const unsure =
  /^(?:mrs?|ms|mx|miss|dr|prof|rev|fr|sr|sra|srta|sir|lady|lord|dame|hon|capt|sgt|lt|col|gen|pastor|bishop|deacon|elder|chef|coach|dj|mc|selector|sound|king|queen|prince|princess|empress|mighty|lil|big|the|los|las|le|la|el|team|family|friends?|guests?|st|ste|saint|san|santa|de|del|della|di|da|dos|du|van|von|der|den|ter|mac|fitz|al|bin|ibn|abu)\.?$/i;
const company =
  /\b(?:inc|llc|ltd|corp|co|company|group|events?|entertainment|productions?|promotions?|records?|radio|fm|tv|crew|band|sound|sons?)\.?(?:,|$)|\b(?:and|y|et)\b|[&/+\d]/i;
const suffix = /^(?:jr|sr|ii|iii|iv|esq|ph\.?d|m\.?d|inc|llc|ltd|corp|co)\.?$/i;

/** What names are made of. Anything else, such as an address, isn't turned around. */
const plain = /^[\p{L}\p{M}\s.'’-]*\p{L}[\p{L}\p{M}\s.'’-]*$/u;

const wordsOf = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");

/** A name in the order in which it is said: "Núñez, José" is José Núñez. What isn't surely last name first stays. */
export function nameInOrder(name: string): string {
  const [last = "", first = "", ...more] = name.split(",").map((part) => part.trim());
  const areNames = more.length === 0 && [last, first].every((part) => plain.test(part) && wordsOf(part).length <= 3);
  if (!areNames || company.test(name) || suffix.test(first)) return name.trim();
  return `${first} ${last}`;
}

/**
 * What a greeting calls someone: the first name if it surely is one, else the whole name. "St. Clair", "J. Pierre", "Dr. Ada
 * Pierre" and "Soca Ltd" are greeted whole; empty for no name.
 */
export function firstNameOf(name: string): string {
  const said = nameInOrder(name);
  const words = wordsOf(said);
  const [first = ""] = words;
  const isSure =
    !said.includes(",") && !unsure.test(first) && !company.test(said) && !/^(?:\p{L}\.?){1,2}$/u.test(first);
  return isSure ? first : words.join(" ");
}
