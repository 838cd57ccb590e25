import type { MoneyDispute } from "#contract/disputes.ts";
import { defineList } from "#server/platform/db/list.ts";
import * as store from "./store.ts";

/** Disputes, with a link to each at its provider. */
export const disputes = defineList(store.disputes, toDispute);

/** Where Stripe's dashboard shows a dispute to those who can sign in there; test payments have their own section. */
const dashboardOf = (ref: string, isLive: boolean) =>
  `https://dashboard.stripe.com/${isLive ? "" : "test/"}disputes/${encodeURIComponent(ref)}`;

function toDispute(row: store.DisputeRow, { isLive }: store.DisputeSearch): MoneyDispute {
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
