import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { PaymentProvider, VerifiedWebhook } from "./provider.ts";

/** A provider's notice as it is kept: stored before anything else is done with it, for ninety days. */
export interface Notice {
  provider: PaymentProvider["name"];
  eventId: string;
  kind: VerifiedWebhook["kind"];
  ref: string;
  body: string;
}

/** Stores notices; `processed` in the transaction of their effect. Repeats leave the first one as it is. */
export async function storeNotices(db: Queryable, notices: Notice[], processed: boolean): Promise<void> {
  if (notices.length === 0) return;
  await sql`
    insert into webhook_inbox (provider, provider_event_id, kind, ref, body, processed_at, attempts, next_attempt_at)
    select n.provider, n."eventId", n.kind, n.ref, n.body, case when ${processed} then clock_now() end, 1, clock_now() + interval '5 seconds'
    from json_to_recordset(${JSON.stringify(notices)}::json) as n(provider text, "eventId" text, kind text, ref text, body text)
    order by 1, 2
    on conflict (provider, provider_event_id) do update
      set processed_at = coalesce(webhook_inbox.processed_at, excluded.processed_at)
      where webhook_inbox.processed_at is null and ${processed}`.execute(db);
}

/** Tries after which a notice is left alone, about two hours after it came. */
const mostAttempts = 10;

/** Notes why a notice could not be worked on; after its last try nobody tries it by itself any more. */
export async function noteNoticeError(db: Queryable, { provider, eventId }: Notice, error: string): Promise<void> {
  await sql`
    update webhook_inbox set error = left(${error}, 500),
      failed_at = case when attempts >= ${mostAttempts} then coalesce(failed_at, clock_now()) end
    where provider = ${provider} and provider_event_id = ${eventId} and processed_at is null`.execute(db);
}

/** One stored notice. */
export async function findNotice(
  db: Queryable,
  { provider, eventId }: Pick<Notice, "provider" | "eventId">,
): Promise<Notice | undefined> {
  const { rows } = await sql<Notice>`
    select provider, provider_event_id as "eventId", kind, ref, body from webhook_inbox
    where provider = ${provider} and provider_event_id = ${eventId}`.execute(db);
  return rows[0];
}

/** Counts a try that somebody asked for. */
export async function countReplay(db: Queryable, { provider, eventId }: Notice): Promise<void> {
  await sql`
    update webhook_inbox set attempts = attempts + 1
    where provider = ${provider} and provider_event_id = ${eventId}`.execute(db);
}

/** Notices that could not be worked on when they came, claimed with a growing pause before the next try. */
export async function claimWaitingNotices(db: Queryable, limit: number): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    update webhook_inbox w set attempts = attempts + 1,
      next_attempt_at = clock_now() + make_interval(secs => least(3600, 5 * power(2, w.attempts)))
    where (provider, provider_event_id) in (
      select provider, provider_event_id from webhook_inbox
      where processed_at is null and failed_at is null and next_attempt_at <= clock_now()
      order by next_attempt_at limit ${limit} for update skip locked)
    returning provider, provider_event_id as "eventId", kind, ref, body`.execute(db);
  return rows;
}

/** Forgets notices after ninety days, long past any provider's last repeat. */
export async function purgeNotices(tx: Tx): Promise<void> {
  await sql`delete from webhook_inbox where received_at < clock_now() - interval '90 days'`.execute(tx);
}
