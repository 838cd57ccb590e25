import type { Promoter } from "#contract/promoters.ts";
import { writeAmount, centsOf, wholeOf } from "#web/lib/amounts.ts";
import { amountMessage, textOf, wholeMessage } from "./form-values.ts";

/** A promoter's form, all of it text as typed. */
export type PromoterFields = {
  name: string;
  kind: Promoter["kind"];
  linkCode: string;
  eventId: string;
  allocation: string;
  commission: Promoter["commission"]["kind"];
  percent: string;
  amount: string;
};

/** The fields that have another name in the API. */
export const promoterPaths = { "commission.percent": "percent", "commission.amountCents": "amount" } as const;

export const promoterMessages = {
  name: "Enter a name",
  allocation: wholeMessage,
  "commission.percent": "Enter 1 to 100",
  "commission.amountCents": amountMessage,
};

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
export function draftOf(fields: PromoterFields) {
  const { commission: kind } = fields;
  const commission = {
    none: { kind },
    percent: { kind, percent: Number(fields.percent) },
    per_ticket: { kind, amountCents: centsOf(fields.amount) },
  }[kind];
  return {
    name: fields.name,
    kind: fields.kind,
    linkCode: fields.linkCode,
    eventId: wholeOf(fields.eventId),
    allocation: wholeOf(fields.allocation),
    commission,
  };
}
