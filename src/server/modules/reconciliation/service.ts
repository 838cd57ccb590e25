import type { z } from "zod";
import { Discrepancy, type listDiscrepancies as contract } from "#contract/discrepancies.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import { repairsFor } from "./rules.ts";
import { findLastJobRun } from "./watch/store.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";
import { MoneyDispute } from "#contract/disputes.ts";

const discrepancies = defineList(store.discrepancies, toDiscrepancy);

/** One page of discrepancies, with the time of the last check. */
export async function listDiscrepancies(
  db: Database,
  query: store.DiscrepancyQuery,
): Promise<z.input<typeof contract.reply>> {
  const page = await discrepancies.list(db, query);
  const checkedAt = await findLastJobRun(db);
  return { ...page, checkedAt: checkedAt?.toISOString() ?? null };
}

/**
 * One discrepancy as the contract shows it.
 *
 * @throws AppError `not_found`
 */
export async function getDiscrepancy(db: Database, id: number): Promise<Discrepancy> {
  const row = requireFound(await store.findDiscrepancy(db, id));
  return toDiscrepancy(row);
}

function toDiscrepancy(row: store.DiscrepancyRow): Discrepancy {
  const { orderId, detail, resolvedAt } = row;
  return shownAs(Discrepancy)({
    ...row,
    order:
      orderId === null
        ? null
        : {
            id: orderId,
            number: row.orderNumber!,
            status: row.orderStatus!,
            buyerName: row.buyerName!,
            totalCents: row.orderCents!,
          },
    amountCents: row.amountCents ?? centsOf(detail["amountCents"]),
    currency: row.currency ?? (typeof detail["currency"] === "string" ? detail["currency"] : null),
    repairs: resolvedAt === null ? repairsFor(row) : [],
    resolved: resolvedAt === null ? null : { at: resolvedAt.toISOString(), by: row.resolvedBy, how: row.resolution! },
  });
}

const centsOf = (value: unknown) => (typeof value === "number" ? value : null);

/** Disputes, with a link to each at its provider. */
export const disputes = defineList(store.disputes, toDispute);

/** Where Stripe's dashboard shows a dispute to those who can sign in there; test payments have their own section. */
const dashboardOf = (ref: string, isLive: boolean) =>
  `https://dashboard.stripe.com/${isLive ? "" : "test/"}disputes/${encodeURIComponent(ref)}`;

function toDispute(row: store.DisputeRow, { isLive }: store.DisputeSearch): MoneyDispute {
  const { provider, providerRef, orderId, eventId } = row;
  return shownAs(MoneyDispute)({
    ...row,
    providerUrl: provider === "stripe" ? dashboardOf(providerRef, isLive) : null,
    order: orderId === null ? null : { id: orderId, number: row.orderNumber!, buyerName: row.buyerName! },
    event:
      eventId === null
        ? null
        : { id: eventId, title: row.eventTitle!, startsAt: row.startsAt!.toISOString(), timeZone: row.timeZone! },
  });
}
