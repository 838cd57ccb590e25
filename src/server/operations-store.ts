import { sql } from "kysely";
import type { Queryable } from "./platform/db/database.ts";

/** Counts, by kind, of work that has been due for five minutes and that no job has taken. */
export interface Overdue {
  emails: number;
  webhooks: number;
  payments: number;
}

/** Counts overdue work. All counts are zero on a healthy site. */
export async function findOverdue(db: Queryable): Promise<Overdue> {
  const { rows } = await sql<Overdue>`
    select
      (select count(*)::integer from emails
       where status in ('queued', 'unknown') and next_attempt_at < clock_now() - interval '5 minutes') as emails,
      (select count(*)::integer from webhook_inbox
       where processed_at is null and failed_at is null and next_attempt_at < clock_now() - interval '5 minutes') as webhooks,
      (select count(*)::integer from payments
       where status in ('starting', 'open', 'processing', 'declined')
         and next_check_at < clock_now() - interval '5 minutes') as payments`.execute(db);
  return rows[0]!;
}
