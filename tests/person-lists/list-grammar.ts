import fc from "fast-check";

/** A person as a generated list names them. */
export type KnownPerson = { name: string; email: string; quantity: number };

/** A list that a person could have brought: its bytes, who is on it, and the lines that name nobody. */
export type GeneratedList = { bytes: Buffer; people: KnownPerson[]; noise: number[] };

const firsts = ["Marva", "Owen", "Joelle", "Zoë", "Anaïs", "Tyrell", "Keon", "Søren", "Ada", "Nadine", "Inez", "Björn"];
const lasts = [
  "Pierre",
  "Clarke",
  "Baptiste",
  "Núñez",
  "Charles",
  "Joseph",
  "St. John",
  "O'Neal",
  "de la Cruz",
  "Smith-Reid",
];

const header = {
  name: ["Name", "Full Name", "Guest Name", "Attendee", "name", "Ticket Holder Name", "Guest", "Customer Name"],
  first: ["First Name", "first_name", "Given Name", "FirstName", "Buyer First Name", "Attendee First Name"],
  last: ["Last Name", "last_name", "Family Name", "LastName", "Buyer Last Name", "Attendee Last Name"],
  email: ["Email", "E-mail", "Email Address", "email_address", "E-mail 1 - Value", "Account Email", "Guest Email"],
  tickets: ["Tickets", "# of tickets", "Qty", "Quantity", "Ticket Quantity", "Party size", "No. of tickets", "Admits"],
  plus: ["Plus ones", "+1s", "Additional guests", "# of plus ones", "Extra guests"],
};

/** Columns that say nothing about who comes, with values that look as if they did. */
const others: readonly (readonly [string, (index: number) => string])[] = [
  ["Order #", (index) => String(104_100 + index)],
  ["Attendee #", (index) => String(70 + index)],
  ["Order Date", (index) => `2026-11-${String((index % 28) + 1).padStart(2, "0")}`],
  ["Ticket Type", (index) => ["GA", "VIP", "2 for 1"][index % 3]!],
  ["Order total", (index) => `$${(index % 9) + 1}0.00`],
  ["Phone", (index) => `718-555-0${100 + (index % 900)}`],
  ["Company", () => "Riddim Section LLC"],
  ["Notes", (index) => ["", "friend of Marva Pierre", "needs a chair"][index % 3]!],
];

const people = fc
  .array(
    fc.record({
      first: fc.constantFrom(...firsts),
      last: fc.constantFrom(...lasts),
      hasEmail: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 10 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((drafts) =>
    drafts.map(({ first, last, hasEmail, quantity }, index) => {
      const plain = `${first}.${last}${index}`.normalize("NFKD").replace(/[^\w.]/g, "");
      return { first, last, hasEmail, quantity, email: `${plain}@example.com`.toLowerCase() };
    }),
  );

type Drafts = (typeof people extends fc.Arbitrary<infer Value> ? Value : never)[number];

const encodings = fc.constantFrom("utf8", "utf8-mark", "utf16", "utf16-mark", "windows-1252");
const lineEnds = fc.constantFrom("\n", "\r\n", "\r");

function encode(text: string, encoding: string): Buffer {
  if (encoding === "utf8") return Buffer.from(text);
  if (encoding === "utf8-mark") return Buffer.from(`\ufeff${text}`);
  if (encoding === "windows-1252") return Buffer.from(text.replaceAll("–", "\x96").replaceAll("•", "\x95"), "latin1");
  return Buffer.from(encoding === "utf16-mark" ? `\ufeff${text}` : text, "utf16le");
}

type Line = string | { noise: string };

/** Joins lines to a file, and counts where the noise is. */
function toList(lines: Line[], found: KnownPerson[], encoding: string, lineEnd: string): GeneratedList {
  const noise = lines.flatMap((line, index) =>
    typeof line === "object" && line.noise.trim() !== "" ? [index + 1] : [],
  );
  const text = lines.map((line) => (typeof line === "string" ? line : line.noise)).join(lineEnd);
  return { bytes: encode(text, encoding), people: found, noise };
}

const kinds = { guests: "guests", audience: "audience" } as const;

/** Lists with named columns, as programs export them and people keep them. */
const tables = fc
  .record({
    people,
    kind: fc.constantFrom(...Object.values(kinds)),
    separator: fc.constantFrom(",", ";", "\t", "|"),
    encoding: encodings,
    lineEnd: lineEnds,
    style: fc.constantFrom("name", "parts", "last-first"),
    counts: fc.constantFrom("tickets", "decimals", "plus", "none"),
    quoted: fc.boolean(),
    sepLine: fc.boolean(),
    titles: fc.subarray(["GUEST LIST - SOCA SUNDAY", "Doors 9 PM", "Riddim Section; Brooklyn, NY"]),
    total: fc.boolean(),
    order: fc.infiniteStream(fc.nat(1000)),
    extra: fc.subarray([...others]),
    pick: fc.nat(100),
  })
  .map((draft) => {
    const { people: listed, kind, separator, style, counts, extra, pick } = draft;
    const one = (names: readonly string[]) => names[pick % names.length]!;
    const emailed = (each: Drafts) => kind === "audience" || each.hasEmail;
    const columns: (readonly [string, (each: Drafts, index: number) => string])[] = extra.map(
      ([title, valueOf]) => [title, (_: Drafts, index: number) => valueOf(index)] as const,
    );
    if (style === "parts")
      columns.push([one(header.first), ({ first }) => first], [one(header.last), ({ last }) => last]);
    else {
      const nameOf = ({ first, last }: Drafts) => (style === "name" ? `${first} ${last}` : `${last}, ${first}`);
      columns.push([one(header.name), nameOf]);
    }
    columns.push([one(header.email), (each) => (emailed(each) ? each.email : "")]);
    if (counts === "plus") columns.push([one(header.plus), ({ quantity }) => String(quantity - 1)]);
    else if (counts !== "none") {
      columns.push([one(header.tickets), ({ quantity }) => `${quantity}${counts === "decimals" ? ".0" : ""}`]);
    }
    const shuffled = columns
      .map((column) => ({ column, at: draft.order.next().value! }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ column }) => column);
    const cellOf = (value: string) =>
      draft.quoted || value.includes(separator) ? `"${value.replaceAll('"', '""')}"` : value;
    const rowOf = (values: string[]) => values.map(cellOf).join(separator);
    const lines: Line[] = [
      ...(draft.sepLine ? [`sep=${separator}`] : []),
      ...draft.titles.map((title) => ({ noise: rowOf([title, ...shuffled.slice(1).map(() => "")]) })),
      rowOf(shuffled.map(([title]) => title)),
      ...listed.map((each, index) => rowOf(shuffled.map(([, valueOf]) => valueOf(each, index)))),
      ...(draft.total ? [{ noise: rowOf(["Total", ...shuffled.slice(1).map(() => "")]) }] : []),
    ];
    const found = listed.map((each) => ({
      name: `${each.first} ${each.last}`,
      email: emailed(each) ? each.email : "",
      quantity: kind === "audience" || counts === "none" ? 1 : each.quantity,
    }));
    return { kind, ...toList(lines, found, draft.encoding, draft.lineEnd) };
  });

/** Lists as people type them. */
const texts = fc
  .record({
    people,
    kind: fc.constantFrom(...Object.values(kinds)),
    encoding: encodings,
    lineEnd: lineEnds,
    mark: fc.constantFrom("", "- ", "• ", "– ", "number"),
    form: fc.constantFrom("brackets", "last-first", "comma", "bare"),
    count: fc.constantFrom("plus", "times", "word", "none"),
    perLine: fc.constantFrom(1, 1, 2, 3),
    noise: fc.subarray(["Guest list for Saturday", "VIP:", "-----", "", "Total: 12 guests"]),
  })
  .map((draft) => {
    const { people: listed, kind, mark, form, count, perLine } = draft;
    // Several on a line are told apart by their emails.
    const emailed = (each: Drafts) => kind === "audience" || perLine > 1 || each.hasEmail;
    const countOf = ({ quantity }: Drafts) => {
      if (count === "none" || quantity === 1) return "";
      if (count === "plus") return ` +${quantity - 1}`;
      return count === "times" ? ` x${quantity}` : ` (${quantity} tickets)`;
    };
    const oneOf = (each: Drafts) => {
      const name = `${each.first} ${each.last}`;
      if (!emailed(each)) return name + countOf(each);
      if (form === "last-first") return `"${each.last}, ${each.first}" <${each.email}>${countOf(each)}`;
      if (form === "comma" && perLine === 1) return `${name}, ${each.email}${countOf(each)}`;
      return form === "bare" ? `${name} ${each.email}${countOf(each)}` : `${name} <${each.email}>${countOf(each)}`;
    };
    const lines: Line[] = draft.noise.filter((text) => !text.startsWith("Total")).map((noise) => ({ noise }));
    for (let at = 0; at < listed.length; at += perLine) {
      const front = mark === "number" ? `${at / perLine + 1}. ` : mark;
      lines.push(
        front +
          listed
            .slice(at, at + perLine)
            .map(oneOf)
            .join("; "),
      );
    }
    if (draft.noise.includes("Total: 12 guests")) lines.push({ noise: "Total: 12 guests" });
    const found = listed.map((each) => ({
      name: `${each.first} ${each.last}`,
      email: emailed(each) ? each.email : "",
      quantity: kind === "audience" || count === "none" ? 1 : each.quantity,
    }));
    return { kind, ...toList(lines, found, draft.encoding, draft.lineEnd) };
  });

/** Any list. */
export const anyList = fc.oneof(tables, texts);
