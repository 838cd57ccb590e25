import type { PromoCode } from "#contract/promo-codes.ts";
import { writeAmount, centsOf, wholeOf } from "#web/lib/amounts.ts";
import { amountMessage, amountOf, percentMessage, textOf, typedOf, wholeMessage } from "./form-values.ts";

/** A code's form: text as typed, and UTC instants. */
export type CodeFields = ReturnType<typeof fieldsOf>;

/** The fields that have another name in the API. */
export const codePaths = {
  "discount.percent": "percent",
  "discount.amountCents": "amount",
  minimumCents: "minimum",
} as const;

const upTo1000 = "Enter a whole number up to 1,000, or leave blank";
export const codeMessages = {
  note: "Use at most 200 characters",
  "discount.percent": percentMessage,
  "discount.amountCents": amountMessage,
  totalLimit: wholeMessage,
  personLimit: upTo1000,
  unitLimit: upTo1000,
  minimumCents: amountMessage,
};

/** The fields' names. */
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
export const fieldsOf = (code: PromoCode | undefined, eventId: number | undefined) => ({
  code: code?.code ?? "",
  note: code?.note ?? "",
  eventId: textOf(code ? code.event?.id : eventId),
  ticketTypeIds: code?.ticketTypes.map(({ id }) => String(id)) ?? [],
  kind: code?.discount.kind ?? "percent",
  ...typedOf(code?.discount),
  startsAt: code?.startsAt ?? null,
  endsAt: code?.endsAt ?? null,
  totalLimit: textOf(code?.totalLimit),
  personLimit: textOf(code?.personLimit),
  unitLimit: textOf(code?.unitLimit),
  minimum: writeAmount(code?.minimumCents),
});

/** The form's values in the API's shape. */
export const draftOf = ({ kind, percent, amount, minimum, ...fields }: CodeFields) => ({
  ...fields,
  eventId: wholeOf(fields.eventId),
  ticketTypeIds: fields.eventId && fields.ticketTypeIds.length > 0 ? fields.ticketTypeIds.map(Number) : undefined,
  discount: amountOf(kind, { percent, amount }),
  startsAt: fields.startsAt ?? undefined,
  endsAt: fields.endsAt ?? undefined,
  totalLimit: wholeOf(fields.totalLimit),
  personLimit: wholeOf(fields.personLimit),
  unitLimit: wholeOf(fields.unitLimit),
  minimumCents: centsOf(minimum),
});
