import type { PaperKind } from "#contract/papers.ts";
import type { Settings } from "#contract/settings.ts";

/** Who a paper is made out to. */
export interface Addressee {
  name: string;
  email: string | null;
  address: string | null;
  taxId: string | null;
}

/** A line as it is printed: cents; the tax is contained in what the line comes to. */
export interface PaperLine {
  /** The night that it is for. */
  title: string;
  startsAt: string;
  timeZone: string;
  place: string;
  name: string;
  quantity: number;
  /** Price of one unit; null where a part of one went back. */
  unitCents: number | null;
  /** Before the discount. */
  totalCents: number;
  discountCents: number;
  /** Share of it that is tax, zero where no rate is set. */
  taxCents: number;
}

/** Everything that is printed on a paper besides its number, its date and its addressee, as it was when it was issued. */
export interface PaperContent {
  seller: { name: string; address: string | null; taxId: string | null; email: string | null };
  paperSize: Settings["paperSize"];
  /** Zone of the dates that belong to no night. */
  timeZone: string;
  order: { number: string; paidAt: string };
  lines: PaperLine[];
  currency: string;
  subtotalCents: number;
  discountCents: number;
  promoCode: string | null;
  /** Share of the total that is fees. */
  feeCents: number;
  /** Tax on top of the prices: none so far. */
  addedTaxCents: number;
  shippingCents: number;
  totalCents: number;
  /** The tax that the prices contain; null where the house has set no rate. */
  tax: { label: string; rateThousandths: number; cents: number } | null;
  payment: { provider: string; ref: string | null } | null;
  /** Of a credit note: what it takes back of which paper, and why. */
  credit: { receiptNumber: string | null; invoiceNumber?: string; reason: string } | null;
  /** Of a cancellation, and of an invoice made out anew: the invoice that was wrong. */
  correction?: { invoiceNumber: string };
}

const prefixes: Record<PaperKind, string> = {
  receipt: "R",
  invoice: "INV",
  cancellation: "INC",
  credit_note: "CN",
};

/** A paper's number as people read it: `R-2026-000042`. */
export function paperNumber(kind: PaperKind, year: number, number: number): string {
  return `${prefixes[kind]}-${year}-${String(number).padStart(6, "0")}`;
}

/** The calendar year of an instant in a zone: the series that a number comes from. */
export function yearOf(instant: Date, timeZone: string): number {
  return Number(new Intl.DateTimeFormat("en-US", { year: "numeric", timeZone }).format(instant));
}

/**
 * The tax that an amount contains, in cents, rounded half up: 8.875 % in 10,888 cents are 888.
 *
 * @param rateThousandths thousandths of a per cent
 */
export function containedTax(cents: number, rateThousandths: number): number {
  return Math.round((cents * rateThousandths) / (100_000 + rateThousandths));
}

/** Each line with its share of tax, and their sum: rounded per line, so that what is printed adds up. */
export function withTax(
  lines: Omit<PaperLine, "taxCents">[],
  { taxLabel, taxRateThousandths }: Pick<Settings, "taxLabel" | "taxRateThousandths">,
): Pick<PaperContent, "lines" | "tax"> {
  const rate = taxRateThousandths ?? 0;
  const taxed = lines.map((line) => ({ ...line, taxCents: containedTax(line.totalCents - line.discountCents, rate) }));
  if (taxRateThousandths === null) return { lines: taxed, tax: null };
  const cents = taxed.reduce((sum, line) => sum + line.taxCents, 0);
  return { lines: taxed, tax: { label: taxLabel, rateThousandths: taxRateThousandths, cents } };
}

/** What a house is called on paper that has not said its legal name. */
const brandName = "Savage Gentlemen Lifestyle";

/** Who sells, as the settings have it. */
export function sellerOf(settings: Settings): PaperContent["seller"] {
  return {
    name: settings.legalName ?? brandName,
    address: settings.sellerAddress,
    taxId: settings.sellerTaxId,
    email: settings.sellerEmail ?? settings.contactEmail,
  };
}

/** The numbers that a batch gets: for each series how many, in the order of the papers. */
export interface Series {
  kind: PaperKind;
  year: number;
  ids: number[];
}

/** Sorts papers into their series; the series in one order everywhere, so that two draws never wait for each other. */
export function seriesOf(papers: { id: number; kind: PaperKind; dueAt: Date }[], timeZone: string): Series[] {
  const series = new Map<string, Series>();
  for (const { id, kind, dueAt } of papers) {
    const year = yearOf(dueAt, timeZone);
    const key = `${kind} ${year}`;
    const own = series.get(key);
    if (own === undefined) series.set(key, { kind, year, ids: [id] });
    else own.ids.push(id);
  }
  return [...series.keys()].toSorted().map((key) => series.get(key)!);
}
