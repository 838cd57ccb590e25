import type { z } from "zod";
import { Discrepancy, type listDiscrepancies as contract } from "#contract/reconciliation/discrepancies.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { type Database, inTransaction } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import { repairsFor, readableBody } from "./rules.ts";
import { findLastJobRun } from "./watch/store.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";
import { MoneyDispute } from "#contract/payments/disputes.ts";
import { PaymentWebhookEvent, PaymentWebhookEventDetail } from "#contract/payments/webhook-events.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { replayWebhookEvent as workOnAgain, type Payments } from "#server/modules/payments/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { checkForDiscrepancies } from "./watch/service.ts";

/** Identifies one webhook event: its provider and its id there. */
type WebhookEventKey = Pick<PaymentWebhookEvent, "provider" | "webhookEventId">;

/** Webhook events from payment providers. */
export const webhookEvents = defineList(store.webhookEvents, shownAs(PaymentWebhookEvent), {
  Received: "receivedAt",
  Provider: "provider",
  Type: "kind",
  Reference: "ref",
  Order: (webhookEvent) => webhookEvent.order?.number,
  Status: "status",
  Attempts: "attempts",
  Error: "error",
  Processed: "processedAt",
  "Webhook ID": "webhookEventId",
  "Order ID": (webhookEvent) => webhookEvent.order?.id,
});

/**
 * One webhook event with its body, secrets redacted.
 *
 * @throws AppError `not_found`
 */
export async function getWebhookEvent(db: Database, name: WebhookEventKey): Promise<PaymentWebhookEventDetail> {
  const row = requireFound(await store.findWebhookEvent(db, name));
  return shownAs(PaymentWebhookEventDetail)({ ...row, body: readableBody(row.body) });
}

/**
 * Replays a webhook event, and records who asked for it. Its effect happens once, however often it is replayed.
 *
 * @throws AppError `not_found` | `unavailable`
 */
export async function replayWebhookEvent(
  deps: Deps,
  payments: Payments,
  staff: Principal,
  name: WebhookEventKey,
  reason: string | undefined,
): Promise<PaymentWebhookEvent> {
  const before = await getWebhookEvent(deps.db, name);
  await inTransaction(deps.db, (tx) =>
    recordAction(tx, {
      staff,
      action: "webhook_event.replayed",
      target: { kind: "webhook_event", id: name.webhookEventId },
      before: { status: before.status, attempts: before.attempts },
      ...(reason === undefined ? {} : { reason }),
    }),
  );
  await workOnAgain(deps, payments, name);
  await checkForDiscrepancies(deps);
  const { body: _, ...after } = await getWebhookEvent(deps.db, name);
  return after;
}

/** Discrepancies between our books and the provider's. */
export const discrepancies = defineList(store.discrepancies, toDiscrepancy, {
  Opened: "openedAt",
  Type: "kind",
  Order: (discrepancy) => discrepancy.order?.number,
  Buyer: (discrepancy) => discrepancy.order?.buyerName,
  Amount: ({ amountCents }) => (amountCents === null ? null : amountCents / 100),
  Currency: "currency",
  Reference: "ref",
  Resolved: (discrepancy) => discrepancy.resolved?.at,
  "Resolved by": (discrepancy) => discrepancy.resolved?.by,
  Resolution: (discrepancy) => discrepancy.resolved?.how,
  ID: "id",
  "Order ID": (discrepancy) => discrepancy.order?.id,
  "Payment ID": "paymentId",
  "Refund ID": "refundId",
});

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
  return toDiscrepancy(requireFound(await store.findDiscrepancy(db, id)));
}

function toDiscrepancy(row: store.DiscrepancyRow): Discrepancy {
  const { detail } = row;
  return shownAs(Discrepancy)({
    ...row,
    amountCents: row.amountCents ?? centsOf(detail["amountCents"]),
    currency: row.currency ?? (typeof detail["currency"] === "string" ? detail["currency"] : null),
    repairs: row.resolved === null ? repairsFor(row) : [],
  });
}

const centsOf = (value: unknown) => (typeof value === "number" ? value : null);

/** Disputes, with a link to each at its provider. */
export const disputes = defineList(store.disputes, toDispute, {
  Opened: "openedAt",
  Order: (dispute) => dispute.order?.number,
  Buyer: (dispute) => dispute.order?.buyerName,
  Event: (dispute) => dispute.event?.title,
  Status: "status",
  Reason: "reason",
  Amount: (dispute) => dispute.amountCents / 100,
  Currency: "currency",
  Due: "evidenceDueAt",
  Closed: "closedAt",
  Provider: "provider",
  Reference: "providerRef",
  ID: "id",
  "Order ID": (dispute) => dispute.order?.id,
  "Event ID": (dispute) => dispute.event?.id,
});

/** Where Stripe's dashboard shows a dispute to those who can sign in there; test payments have their own section. */
const dashboardOf = (ref: string, isLive: boolean) =>
  `https://dashboard.stripe.com/${isLive ? "" : "test/"}disputes/${encodeURIComponent(ref)}`;

function toDispute(row: store.DisputeRow, { isLive }: store.DisputeSearch): MoneyDispute {
  const providerUrl = row.provider === "stripe" ? dashboardOf(row.providerRef, isLive) : null;
  return shownAs(MoneyDispute)({ ...row, providerUrl });
}
