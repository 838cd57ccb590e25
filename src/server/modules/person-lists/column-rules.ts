import type { PersonColumn } from "#contract/person-lists.ts";

/** Whose details a column has: of who comes, of who paid for them, or it doesn't say. */
export type Owner = "attendee" | "anyone" | "buyer";

/** What a column's name means. A weak name is also an ordinary word, which doesn't make a line the names of columns. */
export interface NamedColumn {
  meaning: PersonColumn;
  owner: Owner;
  isWeak: boolean;
}

const owners: readonly (readonly [Owner, RegExp])[] = [
  [
    "attendee",
    /^(?:attendees?|guests?|ticket ?holders?|holders?|participants?|recipients?|invitees?|visitors?|registrants?|passengers?)\b/,
  ],
  [
    "buyer",
    /^(?:buyers?|purchasers?|customers?|billing|bill to|payers?|orders?|accounts?|contacts?|members?|subscribers?|shipping|clients?)\b/,
  ],
];

/** Words around a name that don't change what it is. */
const filler =
  /\b(?:your|full|primary|legal|preferred|main|the|their|s|of|for|value|1|one|optional|required|please|enter)\b/g;

const kinds: readonly (readonly [PersonColumn, RegExp])[] = [
  ["firstName", /^(?:(?:first|given|fore) ?name|first|fname|forename|prenom|nombre|vorname)$/],
  ["lastName", /^(?:(?:last|family|sur) ?name|last|lname|surname|apellidos?|nachname)$/],
  [
    "email",
    /^(?:e ?mail(?: ?(?:address|addr|id|personal|work|home|other|\d))*|(?:personal|work|home) e ?mail(?: ?address)?|mail|correo(?: electronico)?|courriel)$/,
  ],
  [
    "name",
    /^(?:(?:display|complete)? ?names?|first (?:and |name )?last(?: ?names?)?|name first(?: and)? last|last ?name first ?name|nom)$/,
  ],
];

/** Words that alone name who it is: "Guest", "Buyer". */
const ownerAlone =
  /^(?:guest|attendee|ticket ?holder|holder|participant|invitee|recipient|buyer|purchaser|customer|contact|member|subscriber|who|person|people)$/;

const ticketCounts =
  /^(?:(?:number|no|num|nr|amount|total|how many) (?:of )?)?(?:the )?(?:tickets|ticket (?:quantity|qty|count|amount)|quantity|qty|admits?|seats|spots|people|persons|pax|passes|attendees|headcount|head count|in party)(?: (?:quantity|qty|count|number|purchased|bought|ordered|sold|total|requested|needed|in (?:party|group)|incl.*|including.*))?$|^(?:party|group) ?(?:size|count|of)?$|^(?:number|no|num|total|size) (?:of |in )?(?:your |the )?(?:guests|party|group)\b.*$|^guests? (?:count|total|quantity|qty|including.*|incl.*)$/;

/** Names that count tickets only if their values do: "Total" is often an amount, "Ticket" a type. */
const weakTicketCounts = /^(?:ticket|count|total|number|amount)$/;

const plusCounts =
  /^(?:(?:number|no|num|total) (?:of )?)?(?:plus ?(?:ones?|1s?|guests?)?|plus ?(?:ones?|1s?) ?(?:count|names?|number)|extras?(?: (?:guests|people|tickets))?|bringing(?: .*)?|additional(?: (?:guests?|people|tickets))?|guests|companions?|accompanying(?: .*)?|adding)$/;

/** Words of a column's name, in lower case without accents: "# of Tickets" is "number of tickets". */
function wordsOf(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/#/g, " number ")
    .replace(/\+/g, " plus ")
    .replace(/&/g, " and ")
    .replace(/['’]s\b/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** What a column with this name says about a person; undefined for a name that isn't known. */
export function columnOf(title: string): NamedColumn | undefined {
  if (title.length > 60 || title.includes("@")) return undefined;
  const words = wordsOf(title);
  if (plusCounts.test(words))
    return { meaning: "plusOnes", owner: "anyone", isWeak: words === "guests" || words === "plus" };
  if (ticketCounts.test(words)) return { meaning: "tickets", owner: "anyone", isWeak: false };
  if (weakTicketCounts.test(words)) return { meaning: "tickets", owner: "anyone", isWeak: true };
  const [owner, sign] = owners.find(([, signs]) => signs.test(words)) ?? ["anyone" as const, undefined];
  if (ownerAlone.test(words)) return { meaning: "name", owner, isWeak: true };
  const rest = words.replace(filler, " ").replace(/\s+/g, " ").trim();
  const bare = sign === undefined ? rest : rest.replace(sign, "").trim();
  const kind = kinds.find(([, signs]) => signs.test(bare));
  return kind === undefined ? undefined : { meaning: kind[0], owner, isWeak: false };
}

const isCount = (cell: string) => /^(?:[+x×]? ?\d{1,3}(?:[.,]0+)?|\d{1,3} ?[x×]|yes|no|none|y|n)$/i.test(cell);

/** True if a column's values count something, rather than being amounts, types or long numbers: half of them is enough. */
export function hasCounts(values: readonly string[]): boolean {
  const filled = values.filter((value) => value !== "");
  return filled.filter(isCount).length * 2 >= filled.length;
}

/**
 * What the columns of a line that names them mean; undefined if it isn't such a line. One name that can't be a person is
 * enough; ordinary words must make up the line.
 */
export function readHeader(cells: readonly string[]): (NamedColumn | undefined)[] | undefined {
  const filled = cells.filter((cell) => cell !== "");
  if (filled.some((cell) => /@|^\+?\d[\d\s().-]*$/.test(cell) && columnOf(cell) === undefined)) return undefined;
  const columns = cells.map((cell) => (cell === "" ? undefined : columnOf(cell)));
  // "Guests" beside a name counts them; alone it names the column of their names.
  const isAlone = filled.length === 1 && /^(?:guests|attendees|invitees|people)$/i.test(filled[0]!.trim());
  if (isAlone)
    return cells.map((cell) => (cell === "" ? undefined : { meaning: "name", owner: "anyone", isWeak: true }));
  const named = columns.filter((column) => column !== undefined);
  const saysWho = named.filter(({ meaning }) => meaning !== "tickets" && meaning !== "plusOnes");
  if (saysWho.length === 0) return undefined;
  const isSure = saysWho.some(({ isWeak }) => !isWeak) || named.length === filled.length;
  return isSure ? columns : undefined;
}
