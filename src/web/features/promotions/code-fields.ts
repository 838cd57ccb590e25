import type { PromoCode } from "#contract/promo-codes.ts";
import { writeAmount, centsOf, wholeOf } from "#web/lib/amounts.ts";
import { amountMessage, textOf, wholeMessage } from "./form-values.ts";

/** A code's form: text as typed, and UTC instants. */
export type CodeFields = {
  code: string;
  note: string;
  eventId: string;
  ticketTypeIds: string[];
  kind: PromoCode["discount"]["kind"];
  percent: string;
  amount: string;
  startsAt: string | null;
  endsAt: string | null;
  totalLimit: string;
  personLimit: string;
  unitLimit: string;
  minimum: string;
};

/** The fields that have another name in the API. */
export const codePaths = {
  "discount.percent": "percent",
  "discount.amountCents": "amount",
  minimumCents: "minimum",
} as const;

const upTo1000 = "Enter a whole number up to 1,000, or leave blank";
export const codeMessages = {
  note: "Use at most 200 characters",
  "discount.percent": "Enter 1 to 100",
  "discount.amountCents": amountMessage,
  totalLimit: wholeMessage,
  personLimit: upTo1000,
  unitLimit: upTo1000,
  minimumCents: amountMessage,
};

/** The fields' names, for messages outside the form. */
export const codeLabels: Record<keyof CodeFields, string> = {
  code: "Code",
  note: "Staff note",
  eventId: "Event",
  ticketTypeIds: "Ticket types",
  kind: "Discount",
  percent: "Percent",
  amount: "Amount",
  startsAt: "Starts",
  endsAt: "Ends",
  totalLimit: "Total uses",
  personLimit: "Uses per person",
  unitLimit: "Tickets per order",
  minimum: "Minimum order",
};

/** The form of a code, or an empty one, for the event where it is created. */
export function fieldsOf(code: PromoCode | undefined, eventId: number | undefined): CodeFields {
  const discount = code?.discount;
  return {
    code: code?.code ?? "",
    note: code?.note ?? "",
    eventId: String((code ? code.event?.id : eventId) ?? ""),
    ticketTypeIds: code?.ticketTypes.map(({ id }) => String(id)) ?? [],
    kind: discount?.kind ?? "percent",
    percent: discount?.kind === "percent" ? String(discount.percent) : "10",
    amount: discount && discount.kind !== "percent" ? writeAmount(discount.amountCents) : "",
    startsAt: code?.startsAt ?? null,
    endsAt: code?.endsAt ?? null,
    totalLimit: textOf(code?.totalLimit ?? null),
    personLimit: textOf(code?.personLimit ?? null),
    unitLimit: textOf(code?.unitLimit ?? null),
    minimum: writeAmount(code?.minimumCents),
  };
}

/** The form's values in the API's shape. */
export function draftOf(fields: CodeFields) {
  const { kind } = fields;
  return {
    code: fields.code,
    note: fields.note,
    eventId: wholeOf(fields.eventId),
    ticketTypeIds: fields.eventId && fields.ticketTypeIds.length > 0 ? fields.ticketTypeIds.map(Number) : undefined,
    discount:
      kind === "percent" ? { kind, percent: Number(fields.percent) } : { kind, amountCents: centsOf(fields.amount) },
    startsAt: fields.startsAt ?? undefined,
    endsAt: fields.endsAt ?? undefined,
    totalLimit: wholeOf(fields.totalLimit),
    personLimit: wholeOf(fields.personLimit),
    unitLimit: wholeOf(fields.unitLimit),
    minimumCents: centsOf(fields.minimum),
  };
}
