import * as z from "zod/mini";
import type { Promoter } from "#contract/promoters.ts";
import { readAmount, writeAmount } from "#web/lib/amounts.ts";
import { moneyField, textOf, wholeField, wholeOf, withoutGaps, codeTextField } from "./form-values.ts";

/** A promoter's form, all of it text as typed. */
export const promoterForm = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, "Enter a name"), z.maxLength(120, "Use at most 120 characters")),
    kind: z.enum(["person", "committee"]),
    linkCode: codeTextField,
    eventId: z.string(),
    allocation: wholeField,
    commission: z.enum(["none", "percent", "per_ticket"]),
    percent: z.string(),
    amount: moneyField,
  })
  .check(
    z.refine(({ commission, percent }) => commission !== "percent" || /^(?:[1-9]\d?|100)$/.test(percent.trim()), {
      path: ["percent"],
      error: "Enter 1 to 100",
    }),
    z.refine(({ commission, amount }) => commission !== "per_ticket" || (readAmount(amount) ?? 0) > 0, {
      path: ["amount"],
      error: "Enter an amount",
    }),
  );
export type PromoterFields = z.infer<typeof promoterForm>;

/** The field at which each server error shows. */
export const promoterFieldNames = {
  name: "name",
  linkCode: "linkCode",
  eventId: "eventId",
  allocation: "allocation",
} as const;

/** The fields' names, for messages outside the form. */
export const promoterLabels: Record<keyof PromoterFields, string> = {
  name: "Name",
  kind: "Type",
  linkCode: "Link code",
  eventId: "Event",
  allocation: "Allocation",
  commission: "Commission",
  percent: "Percent",
  amount: "Amount",
};

/** The form of a promoter, or an empty one. */
export function fieldsOf(promoter: Promoter | undefined, eventId: number | undefined): PromoterFields {
  const commission = promoter?.commission;
  return {
    name: promoter?.name ?? "",
    kind: promoter?.kind ?? "person",
    linkCode: promoter?.linkCode ?? "",
    eventId: String((promoter ? promoter.event?.id : eventId) ?? ""),
    allocation: textOf(promoter?.allocation ?? null),
    commission: commission?.kind ?? "percent",
    percent: commission?.kind === "percent" ? String(commission.percent) : "10",
    amount: commission?.kind === "per_ticket" ? writeAmount(commission.amountCents) : "",
  };
}

/** The form's values in the API's shape. */
export function draftOf(fields: PromoterFields): Record<string, unknown> {
  const { commission: kind } = fields;
  const commission = {
    none: { kind },
    percent: { kind, percent: Number(fields.percent) },
    per_ticket: { kind, amountCents: readAmount(fields.amount) },
  }[kind];
  return withoutGaps({
    name: fields.name.trim(),
    kind: fields.kind,
    linkCode: fields.linkCode.trim(),
    eventId: wholeOf(fields.eventId),
    allocation: wholeOf(fields.allocation),
    commission,
  });
}
