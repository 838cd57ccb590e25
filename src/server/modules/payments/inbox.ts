import { oneOf, text, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, run } from "#server/platform/db/rows.ts";
import { providerNames, webhookKinds } from "./provider.ts";

const webhookEvent = {
  provider: oneOf(...providerNames),
  webhookEventId: text,
  kind: oneOf(...webhookKinds),
  ref: text,
  body: text,
};

/** A provider's webhook event as stored: saved before anything else is done with it, for ninety days. */
export type WebhookEvent = RowFrom<typeof webhookEvent>;

/** Stores webhook events; `processed` if in the transaction of their effect. Repeats leave the first one as it is. */
export async function storeWebhookEvents(
  db: Queryable,
  webhookEvents: WebhookEvent[],
  processed: boolean,
): Promise<void> {
  if (webhookEvents.length === 0) return;
  await run(db)`
    insert into webhook_inbox (provider, provider_event_id, kind, ref, body, processed_at, attempts, next_attempt_at)
    select n.provider, n."webhookEventId", n.kind, n.ref, n.body, case when ${processed} then clock_now() end, 1, clock_now() + interval '5 seconds'
    from json_to_recordset(${JSON.stringify(webhookEvents)}::json) as n(provider text, "webhookEventId" text, kind text, ref text, body text)
    order by 1, 2
    on conflict (provider, provider_event_id) do update
      set processed_at = coalesce(webhook_inbox.processed_at, excluded.processed_at)
      where webhook_inbox.processed_at is null and ${processed}`;
}

/** Attempts after which a webhook event is left alone, about two hours after it came. */
const maxAttempts = 10;

/** Stores why a webhook event couldn't be processed; after its last attempt it isn't retried automatically. */
export function recordWebhookError(
  db: Queryable,
  { provider, webhookEventId }: WebhookEvent,
  error: string,
): Promise<void> {
  return run(db)`
    update webhook_inbox set error = left(${error}, 500),
      failed_at = case when attempts >= ${maxAttempts} then coalesce(failed_at, clock_now()) end
    where provider = ${provider} and provider_event_id = ${webhookEventId} and processed_at is null`;
}

/** One stored webhook event. */
export function findWebhookEvent(
  db: Queryable,
  { provider, webhookEventId }: Pick<WebhookEvent, "provider" | "webhookEventId">,
): Promise<WebhookEvent | undefined> {
  return firstRow(db, webhookEvent)`
    select provider, provider_event_id as "webhookEventId", kind, ref, body from webhook_inbox
    where provider = ${provider} and provider_event_id = ${webhookEventId}`;
}

/** Counts an attempt that someone asked for. */
export function countReplay(db: Queryable, { provider, webhookEventId }: WebhookEvent): Promise<void> {
  return run(db)`
    update webhook_inbox set attempts = attempts + 1
    where provider = ${provider} and provider_event_id = ${webhookEventId}`;
}

/** Webhook events that couldn't be processed when they came, claimed with a growing pause before the next attempt. */
export function claimWaitingWebhookEvents(db: Queryable, limit: number): Promise<WebhookEvent[]> {
  return allRows(db, webhookEvent)`
    update webhook_inbox w set attempts = attempts + 1,
      next_attempt_at = clock_now() + make_interval(secs => least(3600, 5 * power(2, w.attempts)))
    where (provider, provider_event_id) in (
      select provider, provider_event_id from webhook_inbox
      where processed_at is null and failed_at is null and next_attempt_at <= clock_now()
      order by next_attempt_at limit ${limit} for update skip locked)
    returning provider, provider_event_id as "webhookEventId", kind, ref, body`;
}

/** Deletes webhook events after ninety days, long past any provider's last repeat. */
export function purgeWebhookEvents(tx: Tx): Promise<void> {
  return run(tx)`delete from webhook_inbox where received_at < clock_now() - interval '90 days'`;
}
