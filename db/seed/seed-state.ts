import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";

export type SeedState = "filling" | "done";

/** How far the demo of this site is; undefined where none was ever begun. */
export async function readSeedState(db: Database): Promise<SeedState | undefined> {
  const { rows } = await sql<{ state: SeedState }>`select state from demo_seed`.execute(db);
  return rows[0]?.state;
}

/** True while nobody has put a night on the calendar. */
export async function isEmptySite(db: Database): Promise<boolean> {
  const { rows } = await sql`select from events limit 1`.execute(db);
  return rows.length === 0;
}

/** Notes that the demo is being filled in. */
export async function markFilling(db: Database): Promise<void> {
  await sql`
    insert into demo_seed (state, last_user_before) select 'filling', coalesce(max(id), 0) from users`.execute(db);
}

/** Notes that the demo is whole. Waited for down to the disk, together with everything before it. */
export async function markDone(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = on`.execute(tx);
    await sql`update demo_seed set state = 'done', finished_at = clock_now()`.execute(tx);
  });
}

/**
 * Takes away a demo that was cut short. It was begun on a site without nights, which opens only when the demo is whole:
 * all that the site has by then is the demo's, except the people who were there before.
 */
export async function wipeHalfMade(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Books and papers are only ever added to; those of a demo that nobody saw go with it.
    const kept = ["ledger_postings", "ledger_entries", "papers"].map((name) => sql.table(name));
    for (const table of kept) await sql`alter table ${table} disable trigger user`.execute(tx);
    // With all that hangs on them: notes, refunds, papers.
    await sql`
      truncate ledger_postings, ledger_entries, papers, paper_counters, promotion_uses, promo_code_types, promo_codes, promoters, scans, admissions, tickets, comps, emails,
        webhook_inbox, sandbox.deliveries, sandbox.disputes, sandbox.refunds, disputes, sandbox.sessions, refunds, payments, order_lines, orders, holds,
        pool_types, pools, ticket_types, interests, event_slugs, events, event_series, picture_uses, pictures, stock, venues, idempotency_keys
      restart identity cascade`.execute(tx);
    for (const table of kept) await sql`alter table ${table} enable trigger user`.execute(tx);
    await sql`delete from users where id > (select last_user_before from demo_seed)`.execute(tx);
    await sql`delete from demo_seed`.execute(tx);
  });
}
