import type { z } from "zod";
import type { DisputeQuery, listDisputes as contract, MoneyDispute } from "#contract/disputes.ts";
import { pageOf, staffPageSize } from "#server/platform/db/paging.ts";
import type { Deps } from "#server/platform/deps.ts";
import * as store from "./store.ts";

/** Disputes, one page at a time. */
export async function listDisputes(
  { db, config }: Pick<Deps, "db" | "config">,
  query: DisputeQuery,
): Promise<z.input<typeof contract.reply>> {
  const { rows, total } = await store.findDisputes(db, query, pageOf(query.page));
  const isLive = config.stripe?.live ?? true;
  return { items: rows.map((row) => toDispute(row, isLive)), total, page: query.page ?? 1, pageSize: staffPageSize };
}

/** Where Stripe's dashboard shows a dispute to those who can sign in there; test payments have their own section. */
const dashboardOf = (ref: string, isLive: boolean) =>
  `https://dashboard.stripe.com/${isLive ? "" : "test/"}disputes/${encodeURIComponent(ref)}`;

function toDispute(row: store.DisputeRow, isLive: boolean): MoneyDispute {
  const { id, provider, providerRef, amountCents, currency, status, reason } = row;
  return {
    id,
    provider,
    providerRef,
    providerUrl: provider === "stripe" ? dashboardOf(providerRef, isLive) : null,
    amountCents,
    currency,
    status,
    reason,
    order: row.orderId === null ? null : { id: row.orderId, number: row.orderNumber!, buyerName: row.buyerName! },
    event:
      row.eventId === null
        ? null
        : {
            id: row.eventId,
            title: row.eventTitle!,
            startsAt: row.startsAt!.toISOString(),
            timeZone: row.timeZone!,
          },
    openedAt: row.openedAt.toISOString(),
    evidenceDueAt: row.evidenceDueAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}
