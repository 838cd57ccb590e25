import { plainLetters } from "#contract/letters.ts";
import type { DocumentKind, Billing } from "#contract/order-documents.ts";
import type { Settings } from "#contract/settings/settings.ts";

/** Who a document is billed to. */
export interface Addressee {
  name: string;
  email: string | null;
  address: string | null;
  taxId: string | null;
  /** Where the order's products went, for receipts and invoices. */
  delivery?: { label: string; text: string };
}

/** A printed line, in cents; its amount includes the tax. */
export interface DocumentLine {
  /** The event that it is for; all null if it is for none. */
  title: string | null;
  startsAt: string | null;
  timeZone: string | null;
  place: string | null;
  name: string;
  quantity: number;
  /** Price of one unit; null for a partial refund. */
  unitCents: number | null;
  /** Before the discount. */
  totalCents: number;
  discountCents: number;
  /** The tax that its price includes, zero if no rate is set. */
  taxCents: number;
  /** Its sales tax: on top of its price; of a credit note, in its amount. Missing on documents from before it was kept. */
  addedTaxCents?: number;
}

/** Everything printed on a document besides its number, date and addressee, as it was when it was issued. */
export interface DocumentContent {
  seller: Addressee;
  paperSize: Settings["paperSize"];
  /** Time zone of dates that belong to no event. */
  timeZone: string;
  order: { number: string; paidAt: string };
  lines: DocumentLine[];
  currency: string;
  subtotalCents: number;
  discountCents: number;
  promoCode: string | null;
  /** Fees included in the total. */
  feeCents: number;
  /** Sales tax on top of the prices, that on shipping included. */
  addedTaxCents: number;
  shippingCents: number;
  totalCents: number;
  /** The tax that prices include; null if the settings have no rate. */
  tax: { label: string; rateThousandths: number; cents: number } | null;
  payment: { provider: string; ref: string | null } | null;
  /** Of a credit note: which documents it corrects, and why. */
  credit: { receiptNumber: string | null; invoiceNumber?: string; reason: string } | null;
  /** Of a cancellation or a reissued invoice: the invoice that was wrong. */
  correction?: { invoiceNumber: string };
}

/** A refund as its credit note shows it. Cents; fees and added tax are parts of the amount. */
export interface Credit {
  orderRefundId: string;
  madeBy: "staff" | "buyer" | "event";
  isByHand: boolean;
  amountCents: number;
  feeCents: number;
  addedTaxCents: number;
  /** The refunded shipping, without its tax. */
  shippingCents: number;
  lines: Omit<DocumentLine, "taxCents">[];
  receipt: { year: number; number: number; tax: DocumentContent["tax"] };
  /** The order's current invoice, after all corrections; its addressee is null once the person's data is deleted. */
  invoice: { year: number; number: number; addressee: Addressee | null } | null;
}

const prefixes: Record<DocumentKind, string> = {
  receipt: "R",
  invoice: "INV",
  cancellation: "INC",
  credit_note: "CN",
};

/** A document number as people read it: `R-2026-000042`. */
export function documentNumber({ kind, year, number }: { kind: DocumentKind; year: number; number: number }): string {
  return `${prefixes[kind]}-${year}-${String(number).padStart(6, "0")}`;
}

/** Formats are slow to create, so each time zone's is created once. */
const years = new Map<string, Intl.DateTimeFormat>();

/** The calendar year of an instant in a time zone: the series that a number comes from. */
export function yearOf(instant: Date, timeZone: string): number {
  const format = years.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { year: "numeric", timeZone });
  years.set(timeZone, format);
  return Number(format.format(instant));
}

/**
 * The tax that an amount includes, in cents, rounded half up: 8.875% in 10,888 cents is 888.
 *
 * @param rateThousandths thousandths of a percent
 */
export function containedTax(cents: number, rateThousandths: number): number {
  return Math.round((cents * rateThousandths) / (100_000 + rateThousandths));
}

/** Each line with its tax, and their sum: rounded per line, so that the printed amounts add up. */
export function withTax(
  lines: Omit<DocumentLine, "taxCents">[],
  { taxLabel, taxRateThousandths }: Pick<Settings, "taxLabel" | "taxRateThousandths">,
): Pick<DocumentContent, "lines" | "tax"> {
  const rate = taxRateThousandths ?? 0;
  const taxed = lines.map((line) => ({ ...line, taxCents: containedTax(line.totalCents - line.discountCents, rate) }));
  if (taxRateThousandths === null) return { lines: taxed, tax: null };
  const cents = taxed.reduce((sum, line) => sum + line.taxCents, 0);
  return { lines: taxed, tax: { label: taxLabel, rateThousandths: taxRateThousandths, cents } };
}

/** The seller's name on documents while the settings have no legal name. */
const brandName = "Savage Gentlemen Lifestyle";

/** The seller, from the settings. */
export function sellerOf(settings: Settings): DocumentContent["seller"] {
  return {
    name: settings.legalName ?? brandName,
    address: settings.sellerAddress,
    taxId: settings.sellerTaxId,
    email: settings.sellerEmail ?? settings.contactEmail,
  };
}

/** The numbers that a batch needs from one series: its documents in order. */
export interface Series {
  kind: DocumentKind;
  year: number;
  ids: number[];
}

/** Groups documents by series; always in the same series order, so that two draws never deadlock. */
export function seriesOf(documents: { id: number; kind: DocumentKind; dueAt: Date }[], timeZone: string): Series[] {
  const series = Map.groupBy(documents, ({ kind, dueAt }) => `${kind} ${yearOf(dueAt, timeZone)}`);
  return [...series.keys()].toSorted().map((key) => {
    const members = series.get(key)!;
    return { kind: members[0]!.kind, year: yearOf(members[0]!.dueAt, timeZone), ids: members.map(({ id }) => id) };
  });
}

/** Which of an invoice's billing details differ from new ones; all of them once the person's data is deleted. */
export function changedDetails(held: Addressee | null, billing: Billing): ("name" | "address" | "taxId")[] {
  const newDetails = { name: billing.name, address: billing.address, taxId: billing.taxId ?? null };
  return (["name", "address", "taxId"] as const).filter((detail) => (held?.[detail] ?? null) !== newDetails[detail]);
}

const reasons: Record<Credit["madeBy"], string> = {
  staff: "Refunded by the organizer",
  buyer: "Requested by the buyer",
  event: "Event canceled",
};

/**
 * The content of a credit note: the refunded parts of the sale, with the tax rate of its receipt, whatever the rate is
 * now.
 */
export function creditContent(sold: DocumentContent, credit: Credit): DocumentContent {
  const { tax } = credit.receipt;
  const rate = { taxLabel: tax?.label ?? "", taxRateThousandths: tax?.rateThousandths ?? null };
  return {
    ...sold,
    ...withTax(credit.lines, rate),
    subtotalCents: credit.amountCents - credit.shippingCents,
    discountCents: 0,
    promoCode: null,
    feeCents: credit.feeCents,
    addedTaxCents: credit.addedTaxCents,
    shippingCents: credit.shippingCents,
    totalCents: credit.amountCents,
    payment: credit.isByHand ? { provider: "by_hand", ref: null } : sold.payment,
    credit: {
      receiptNumber: documentNumber({ kind: "receipt", ...credit.receipt }),
      ...(credit.invoice && { invoiceNumber: documentNumber({ kind: "invoice", ...credit.invoice }) }),
      reason: reasons[credit.madeBy],
    },
  };
}

/** The letter that a name is listed under: `E` for Élodie, `#` when it doesn't start with A to Z. */
export function initialOf(name: string): string {
  const first = plainLetters(name.trim()).charAt(0).toUpperCase();
  return /[A-Z]/.test(first) ? first : "#";
}
