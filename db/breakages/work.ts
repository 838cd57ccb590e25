import { boat, onePaid } from "./rows.ts";

const oneSent = "(select min(id) from emails where status in ('sent', 'not_sent'))";

const lastMail = "(select max(id) from emails)";
const listOne = `update emails set topic = topic || jsonb_build_object('merged', ${oneSent}::text) where id = ${lastMail}`;
const mergeOne = `update emails set status = 'merged', sent_at = null, merged_into = ${lastMail} where id = ${oneSent}`;

/** Ways to break background work: emails to send, work that falls due. */
export const breakages: Record<string, string[][]> = {
  "I-41": [
    // It was sent and is due again.
    [`update emails set status = 'queued' where id = ${oneSent}`],
    [
      `update emails set status = 'unknown', uncertain_attempts = 2, attempts = 2, sent_at = null where id = ${oneSent}`,
    ],
    [`update emails set uncertain_attempts = 2, attempts = 3 where id = ${oneSent}`],
    // It was sent more often than it was attempted.
    [`update emails set uncertain_attempts = 1, attempts = 1 where id = ${oneSent}`],
    [`update emails set sent_at = null where id = ${oneSent}`],
  ],
  "I-56": [
    // Another email carries it, and doesn't list it.
    [mergeOne],
    [mergeOne, `update emails set topic = topic || '{"merged": "0"}' where id = ${lastMail}`],
    // It is listed, by an email that is not sent itself, or that is about something else.
    [listOne, mergeOne, `update emails set status = 'merged', sent_at = null, merged_into = id where id = ${lastMail}`],
    [listOne, mergeOne, `update emails set kind = 'staff_money' where id = ${lastMail}`],
  ],
  "I-46": [
    [
      `update pictures set status = 'processing', leased_until = clock_now() - interval '16 minutes' where id = (select min(id) from pictures)`,
    ],
    [
      `insert into reconciliation_runs (provider, until, read_until, started_at) values ('sandbox', clock_now(), clock_now(), clock_now() - interval '16 minutes')`,
    ],
    [
      `update payments set status = 'processing', captured_cents = null, next_check_at = clock_now() - interval '16 minutes' where subject_id = ${onePaid}`,
    ],
    [
      `insert into refunds (id, payment_id, amount_cents, reason, next_attempt_at) select gen_random_uuid(), id, 1, 'requested', clock_now() - interval '16 minutes' from payments where subject_id = ${onePaid} and status = 'captured'`,
    ],
    [`update disputes set next_check_at = clock_now() - interval '16 minutes' where status = 'open'`],
    [
      `insert into order_documents (kind, order_id, due_at) values ('invoice', ${onePaid}, clock_now() - interval '16 minutes')`,
    ],
    [
      `update events set visibility = 'draft', publish_as = 'published', publish_at = clock_now() - interval '16 minutes' where id = ${boat}`,
    ],
  ],
};
