import { shownAs } from "#server/platform/shown.ts";
import { PaymentWebhookEvent, type PaymentWebhookEventDetail } from "#contract/webhook-events.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { replayWebhookEvent as workOnAgain, type Payments } from "#server/modules/payments/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { checkForDiscrepancies } from "../watch/service.ts";
import { readableBody } from "../rules.ts";
import * as store from "../store.ts";

/** Identifies one webhook event: its provider and its id there. */
export interface WebhookEventKey {
  provider: "sandbox" | "stripe";
  webhookEventId: string;
}

/** Webhook events from payment providers. */
export const webhookEvents = defineList(store.webhookEvents, toWebhookEvent);

/**
 * One webhook event with its body, secrets redacted.
 *
 * @throws AppError `not_found`
 */
export async function getWebhookEvent(db: Database, name: WebhookEventKey): Promise<PaymentWebhookEventDetail> {
  const row = requireFound(await store.findWebhookEvent(db, name));
  return { ...toWebhookEvent(row), body: readableBody(row.body) };
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

function toWebhookEvent({ orderId, orderNumber, ...row }: store.WebhookEventRow): PaymentWebhookEvent {
  const order = orderId === null ? null : { id: orderId, number: orderNumber! };
  return shownAs(PaymentWebhookEvent)({ ...row, order });
}
