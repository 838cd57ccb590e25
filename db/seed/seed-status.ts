import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";

export type SeedStatus = "filling" | "done";

/** The state of this site's demo; undefined if none was ever started. */
export async function readSeedStatus(db: Database): Promise<SeedStatus | undefined> {
  const { rows } = await sql<{ status: SeedStatus }>`select status from demo_seed`.execute(db);
  return rows[0]?.status;
}

/** True while the site has no events. */
export async function isEmptySite(db: Database): Promise<boolean> {
  const { rows } = await sql`select from events limit 1`.execute(db);
  return rows.length === 0;
}

/** Records that the demo is being created. */
export async function markFilling(db: Database): Promise<void> {
  await sql`
    insert into demo_seed (status, last_user_before) select 'filling', coalesce(max(id), 0) from users`.execute(db);
}

/** Records that the demo is complete. Waits until this and everything before it is on disk. */
export async function markDone(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = on`.execute(tx);
    await sql`update demo_seed set status = 'done', finished_at = clock_now()`.execute(tx);
  });
}

/**
 * Deletes a demo that was interrupted. It was started on a site without events, which opens only when the demo is
 * complete: everything on the site belongs to the demo, except the people who were there before.
 */
export async function wipeHalfMade(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Journal entries and documents are append-only; those of a demo that nobody saw are deleted with it.
    const guarded = ["journal_entries", "journal_lines", "order_documents"].map((name) => sql.table(name));
    for (const table of guarded) await sql`alter table ${table} disable trigger user`.execute(tx);
    // With everything that references them: notes, refunds, documents.
    await sql`
      truncate journal_entries, journal_lines, order_documents, order_document_counters, promotion_redemptions, promo_code_types, promo_codes, promoters, scans, admissions, tickets, comps, emails,
        webhook_inbox, sandbox.deliveries, sandbox.disputes, sandbox.refunds, disputes, sandbox.sessions, refunds, payments, order_lines, orders, holds,
        pool_types, pools, ticket_types, interests, event_slugs, events, event_series, picture_uses, pictures, stock, venues, idempotency_keys,
        product_slugs, products, collections, product_files, shipping_rates, tax_rates, streams, stream_keys, review_items, moderation_actions
      restart identity cascade`.execute(tx);
    for (const table of guarded) await sql`alter table ${table} enable trigger user`.execute(tx);
    await sql`delete from users where id > (select last_user_before from demo_seed)`.execute(tx);
    await sql`delete from demo_seed`.execute(tx);
  });
}
