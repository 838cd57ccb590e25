import { sql } from "kysely";
import type { RefusalCause } from "#contract/email/delivery.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allValues, run } from "#server/platform/db/rows.ts";
import { nudgeAfterCommit } from "#server/platform/jobs.ts";
import type { DueBulkMail } from "./store.ts";
import type { Mail } from "./mail.ts";
import { sendSeconds } from "./transport.ts";

/** The emails that this sender has claimed. Found by their ids: all that are being sent would be many more. */
const claimedOf = (mails: Pick<DueBulkMail, "id" | "attempts">[]) => sql`
  from json_to_recordset(${JSON.stringify(mails.map(({ id, attempts }) => ({ id, attempts })))}::json)
    as c(id bigint, attempts integer)
  where emails.id = any(${mails.map(({ id }) => id)}::bigint[]) and emails.id = c.id and emails.status = 'sending'
    and emails.attempts = c.attempts`;

const held = sql`case hold when 'stopped' then 'suppressed' else 'queued' end`;

/**
 * Records what became of some emails, and that others are about to go to the email server, in one statement: no more are
 * handed over than go at once. An email whose campaign was paused or stopped a moment ago, or whose lease would end while
 * it's being sent, goes back instead.
 *
 * @returns the ids of those that go
 */
export async function recordBulkHandOver(
  db: Queryable,
  mails: DueBulkMail[],
  outcomes: BulkOutcome[],
): Promise<Set<number>> {
  const ids = await allValues(db)<number>`
    with recorded as (${record(outcomes)})
    update emails set handed_over_at = clock_now() ${claimedOf(mails)} and hold is null
      and lease_until > clock_now() + make_interval(secs => ${sendSeconds})
    returning emails.id`;
  if (ids.length < mails.length) await releaseBulk(db, mails);
  return new Set(ids);
}

/** Puts emails back that were claimed and aren't handed over. They weren't attempted. */
export function releaseBulk(db: Queryable, mails: DueBulkMail[]): Promise<void> {
  return run(db)`
    update emails set status = ${held}, attempts = emails.attempts - 1, lease_until = null,
      error = case hold when 'stopped' then 'The campaign was stopped' else error end
    ${claimedOf(mails)} and handed_over_at is null`;
}

/** What became of an email that was claimed. */
export interface BulkOutcome {
  id: number;
  attempts: number;
  status: "sent" | "not_sent" | "queued" | "unknown" | "failed" | "suppressed";
  error: string | null;
  /** The part of the site that the email server refused; it waits then. */
  refusedFor: RefusalCause | null;
  /** Until the next attempt; null for never. */
  retrySeconds: number | null;
  mail: Mail | null;
}

/**
 * Records what became of some emails: one that may have arrived is never sent again. An email that another node has
 * taken over meanwhile stays as it is.
 */
export const markBulk = (db: Queryable, outcomes: BulkOutcome[]): Promise<void> => run(db)`${record(outcomes)}`;

function record(outcomes: BulkOutcome[]) {
  const rows = outcomes.map(({ mail, ...outcome }) => ({
    ...outcome,
    subject: mail?.subject ?? null,
    html: mail?.html ?? null,
    text: mail?.text ?? null,
  }));
  return sql`
    update emails set status = case when o.status = 'queued' and hold = 'stopped' then 'suppressed' else o.status end,
      lease_until = null, error = left(o.error, 500), refused_for = o."refusedFor",
      sent_at = case when o.status in ('sent', 'not_sent') then clock_now() end,
      uncertain_attempts = uncertain_attempts + case when o.status = 'unknown' then 1 else 0 end,
      next_attempt_at = case when o.status = 'unknown' then 'infinity'
        else clock_now() + make_interval(secs => coalesce(o."retrySeconds", 0)) end,
      subject = coalesce(o.subject, emails.subject), html = coalesce(o.html, emails.html),
      body_text = coalesce(o.text, body_text)
    from json_to_recordset(${JSON.stringify(rows)}::json) as o(id bigint, attempts integer, status text, error text,
      "refusedFor" text, "retrySeconds" float8, subject text, html text, text text)
    where emails.id = any(${outcomes.map(({ id }) => id)}::bigint[]) and emails.id = o.id
      and emails.attempts = o.attempts and emails.status = 'sending'`;
}

/**
 * Recovers emails of campaigns whose sender died. Those already handed to the email server may have arrived: they stay
 * `unknown` and are listed, never sent again. The others weren't sent, and are sent as usual.
 */
export function recoverLostBulk(db: Queryable): Promise<void> {
  return run(db)`
    update emails set lease_until = null,
      status = case when handed_over_at is null then ${held} else 'unknown' end,
      uncertain_attempts = uncertain_attempts + case when handed_over_at is null then 0 else 1 end,
      error = 'The sender stopped before it recorded the result',
      next_attempt_at = case when handed_over_at is null then clock_now() else 'infinity' end
    where status = 'sending' and lease_until < clock_now() and bulk_key is not null`;
}

/**
 * Makes the emails of a campaign wait, or go on, all of them at once. One that is with the email server right now isn't
 * called back. A failed one waits too if staff try it again.
 */
export function setHold(tx: Tx, bulkKey: string, hold: "paused" | null): Promise<void> {
  nudgeAfterCommit(tx, "campaign-mail");
  return run(tx)`
    update emails set hold = ${hold},
      next_attempt_at = case when ${hold}::text is null then least(next_attempt_at, clock_now()) else next_attempt_at end
    where bulk_key = ${bulkKey} and status in ('queued', 'sending', 'failed')
      and hold is distinct from ${hold}::text`;
}

/** Stops the emails of a campaign for good. */
export function stopBulk(tx: Tx, bulkKey: string): Promise<void> {
  return run(tx)`
    update emails set hold = 'stopped',
      status = case when status = 'queued' then 'suppressed' else status end,
      error = case when status = 'queued' then 'The campaign was stopped' else error end
    where bulk_key = ${bulkKey} and status in ('queued', 'sending', 'failed')`;
}
