import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** What a mail tells of; its topic names the row that it is written from. */
export type MailKind =
  | "order_confirmation"
  | "money_returned"
  | "refund_made"
  | "refund_done"
  | "night_change"
  | "ticket_change"
  | "invoice_corrected"
  | "interest_confirmation"
  | "sales_open"
  | "account_link"
  | "account_notice"
  | "staff_dispute"
  | "staff_money";

/** A mail to be written: to whom, of which kind, about what. */
export interface NewMail {
  /** One logical mail: the same key is never written twice. */
  dedupeKey: string;
  kind: MailKind;
  toAddress: string;
  toName: string;
  topic: Record<string, string | number>;
}

/** A mail that was claimed for sending. */
export interface DueMail {
  id: number;
  kind: MailKind;
  toAddress: string;
  toName: string;
  topic: Record<string, string | number>;
  attempts: number;
  /** Tries before this one of which nobody knows whether the mail left. */
  uncertainAttempts: number;
}

/** Writes mails in the transaction of the fact that they tell. */
export async function insertMails(tx: Tx, mails: NewMail[]): Promise<void> {
  await sql`
    insert into emails (dedupe_key, kind, to_address, to_name, topic)
    select m."dedupeKey", m.kind, m."toAddress", m."toName", m.topic
    from json_to_recordset(${JSON.stringify(mails)}::json) as m("dedupeKey" text, kind text, "toAddress" text,
      "toName" text, topic jsonb)
    on conflict (dedupe_key) do nothing`.execute(tx);
}

/** A mail to send now. It is marked before anything is sent, so that a crash leaves a trace and not a second copy. */
export async function claimDueMail(db: Queryable): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    update emails set status = 'sending', attempts = attempts + 1, lease_until = clock_now() + interval '60 seconds',
      handed_over_at = null
    where id in (select id from emails where status in ('queued', 'unknown') and next_attempt_at <= clock_now()
                 order by next_attempt_at, id limit 1 for update skip locked)
    returning id, kind, to_address as "toAddress", to_name as "toName", topic, attempts,
      uncertain_attempts as "uncertainAttempts"`.execute(db);
  return rows[0];
}

/**
 * Notes that a mail is about to be given to the mail server: from now on nobody knows whether it left, until its outcome
 * is noted.
 *
 * @returns false when the lease is over and somebody else may have the mail: it must not be sent then
 */
export async function noteHandOver(db: Queryable, { id, attempts }: DueMail): Promise<boolean> {
  const { rows } = await sql`
    update emails set handed_over_at = clock_now()
    where id = ${id} and status = 'sending' and attempts = ${attempts} and lease_until > clock_now()
    returning id`.execute(db);
  return rows.length > 0;
}

/** A mail as it was written out. */
export interface SentMail {
  subject: string;
  html: string;
  text: string;
  /** The codes whose pictures go with it. */
  codes: { cid: string; code: string }[];
}

/** Notes that a mail left, or is kept here because no mail server is set. */
export async function markDone(db: Queryable, id: number, status: "sent" | "kept", mail: SentMail): Promise<void> {
  await sql`
    update emails set status = ${status}, sent_at = clock_now(), lease_until = null, error = null,
      subject = ${mail.subject}, html = ${mail.html}, body_text = ${mail.text}, codes = ${JSON.stringify(mail.codes)}::jsonb
    where id = ${id}`.execute(db);
}

/** Notes that a mail did not leave, or that nobody knows whether it did (`uncertain`). */
export async function markFailed(
  db: Queryable,
  id: number,
  status: "queued" | "unknown" | "failed",
  error: string,
  retrySeconds: number,
  uncertain: boolean,
): Promise<void> {
  await sql`
    update emails set status = ${status}, lease_until = null, error = ${error.slice(0, 500)},
      uncertain_attempts = uncertain_attempts + ${uncertain ? 1 : 0},
      next_attempt_at = clock_now() + make_interval(secs => ${retrySeconds})
    where id = ${id}`.execute(db);
}

/**
 * Mails whose sender died. Of those that the mail server had been given nobody knows whether they left: they are sent once
 * more under the same Message-ID. The others have not left, and are sent as if nothing had been.
 *
 * @param maxAttempts tries after which a mail is left for a person to look at
 */
export async function recoverLost(db: Queryable, maxAttempts: number): Promise<void> {
  await sql`
    update emails set lease_until = null,
      status = case when handed_over_at is null then case when attempts >= ${maxAttempts} then 'failed' else 'queued' end
        when uncertain_attempts >= 1 then 'failed' else 'unknown' end,
      uncertain_attempts = uncertain_attempts + case when handed_over_at is null then 0 else 1 end,
      error = 'the sender stopped before it noted the outcome', next_attempt_at = clock_now()
    where status = 'sending' and lease_until < clock_now()`.execute(db);
}
