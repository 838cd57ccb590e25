import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** What a mail tells of; its topic names the row that it is written from. */
export type MailKind =
  | "order_confirmation"
  | "money_returned"
  | "interest_confirmation"
  | "account_link"
  | "account_notice";

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
    update emails set status = 'sending', attempts = attempts + 1, lease_until = clock_now() + interval '60 seconds'
    where id in (select id from emails where status in ('queued', 'unknown') and next_attempt_at <= clock_now()
                 order by next_attempt_at, id limit 1 for update skip locked)
    returning id, kind, to_address as "toAddress", to_name as "toName", topic, attempts,
      uncertain_attempts as "uncertainAttempts"`.execute(db);
  return rows[0];
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

/** Mails whose sender died: nobody knows whether they left. They are sent once more under the same Message-ID. */
export async function recoverLost(db: Queryable): Promise<void> {
  await sql`
    update emails set status = case when uncertain_attempts >= 1 then 'failed' else 'unknown' end, lease_until = null,
      uncertain_attempts = uncertain_attempts + 1,
      error = 'the sender stopped before it noted the outcome', next_attempt_at = clock_now()
    where status = 'sending' and lease_until < clock_now()`.execute(db);
}
