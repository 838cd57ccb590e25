import * as z from "zod/mini";
import type { PromoCode } from "#contract/promo-codes.ts";
import { readAmount, writeAmount } from "#web/lib/amounts.ts";
import { moneyField, textOf, wholeField, wholeOf, withoutGaps, codeTextField } from "./form-values.ts";

/** A code's form: text as typed, and UTC instants. */
export const codeForm = z
  .object({
    code: codeTextField,
    note: z.string().check(z.trim(), z.maxLength(200, "Use at most 200 characters")),
    eventId: z.string(),
    ticketTypeIds: z.array(z.string()),
    kind: z.enum(["percent", "per_unit", "per_order"]),
    percent: z.string(),
    amount: moneyField,
    startsAt: z.nullable(z.string()),
    endsAt: z.nullable(z.string()),
    totalLimit: wholeField,
    personLimit: wholeField,
    unitLimit: wholeField,
    minimum: moneyField,
  })
  .check(
    z.refine(({ kind, percent }) => kind !== "percent" || /^(?:[1-9]\d?|100)$/.test(percent.trim()), {
      path: ["percent"],
      error: "Enter 1 to 100",
    }),
    z.refine(({ kind, amount }) => kind === "percent" || (readAmount(amount) ?? 0) > 0, {
      path: ["amount"],
      error: "Enter an amount",
    }),
  );
export type CodeFields = z.infer<typeof codeForm>;

/** The field at which each server error shows. */
export const codeFieldNames = {
  code: "code",
  note: "note",
  eventId: "eventId",
  endsAt: "endsAt",
  startsAt: "startsAt",
  totalLimit: "totalLimit",
  personLimit: "personLimit",
  unitLimit: "unitLimit",
  minimumCents: "minimum",
} as const;

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
export function draftOf(fields: CodeFields): Record<string, unknown> {
  const { kind } = fields;
  return withoutGaps({
    code: fields.code.trim(),
    note: fields.note.trim(),
    eventId: wholeOf(fields.eventId),
    ticketTypeIds: fields.eventId && fields.ticketTypeIds.length > 0 ? fields.ticketTypeIds.map(Number) : undefined,
    discount:
      kind === "percent" ? { kind, percent: Number(fields.percent) } : { kind, amountCents: readAmount(fields.amount) },
    startsAt: fields.startsAt ?? undefined,
    endsAt: fields.endsAt ?? undefined,
    totalLimit: wholeOf(fields.totalLimit),
    personLimit: wholeOf(fields.personLimit),
    unitLimit: wholeOf(fields.unitLimit),
    minimumCents: readAmount(fields.minimum),
  });
}
