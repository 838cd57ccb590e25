import * as z from "zod/mini";
import type { Promoter } from "#contract/promoters.ts";
import { readAmount, writeAmount } from "#web/lib/amounts.ts";
import { moneyField, textOf, wholeField, wholeOf, withoutGaps, wordField } from "./form-values.ts";

/** A promoter's form, all of it text as people type it. */
export const promoterForm = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, "Who is it?"), z.maxLength(120, "At most 120 letters")),
    kind: z.enum(["person", "committee"]),
    linkCode: wordField,
    eventId: z.string(),
    allocation: wholeField,
    commission: z.enum(["none", "percent", "per_ticket"]),
    percent: z.string(),
    amount: moneyField,
  })
  .check(
    z.refine(({ commission, percent }) => commission !== "percent" || /^(?:[1-9]\d?|100)$/.test(percent.trim()), {
      path: ["percent"],
      error: "1 to 100",
    }),
    z.refine(({ commission, amount }) => commission !== "per_ticket" || (readAmount(amount) ?? 0) > 0, {
      path: ["amount"],
      error: "How much?",
    }),
  );
export type PromoterFields = z.infer<typeof promoterForm>;

/** At which field the server's refusals show. */
export const promoterFieldNames = {
  name: "name",
  linkCode: "linkCode",
  eventId: "eventId",
  allocation: "allocation",
} as const;

/** What the fields are called where one is named away from its place. */
export const promoterWords: Record<keyof PromoterFields, string> = {
  name: "Name",
  kind: "Kind",
  linkCode: "Word in the link",
  eventId: "Night",
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

/** What the form says, as the API takes it. */
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
