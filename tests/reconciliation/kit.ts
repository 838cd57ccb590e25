import { sql, type RawBuilder } from "kysely";
import type { Discrepancy } from "#contract/reconciliation/discrepancies.ts";
import type { Client, Site } from "#testing/site.ts";

/** The open discrepancies, as staff see them. */
export async function listOpenDiscrepancies(admin: Client): Promise<Discrepancy[]> {
  const { body } = await admin.get("/api/admin/money/discrepancies");
  return body.items;
}

/** Carries out a repair, as its button does. */
export const repair = (admin: Client, id: number, name: string, reason?: string) =>
  admin.post(`/api/admin/money/discrepancies/${id}/repair`, { repair: name, reason });

/** Makes everything older in our ledger and the sandbox's, because runs skip what is too recent. */
export async function age(site: Site, interval: string): Promise<void> {
  await sql`update payments set captured_at = captured_at - ${interval}::interval, created_at = created_at - ${interval}::interval`.execute(
    site.db,
  );
  await sql`update orders set paid_at = paid_at - ${interval}::interval, created_at = created_at - ${interval}::interval`.execute(
    site.db,
  );
  await sql`update emails set created_at = created_at - ${interval}::interval`.execute(site.db);
  await sql`update refunds set created_at = created_at - ${interval}::interval`.execute(site.db);
  await sql`update sandbox.sessions set approved_at = approved_at - ${interval}::interval`.execute(site.db);
  await sql`update sandbox.refunds set created_at = created_at - ${interval}::interval`.execute(site.db);
}

/**
 * Undoes the delivery of a payment, as if the server had died between the money and the tickets and no one had noticed:
 * the order is expired, its stock released, its tickets and its email are missing. The money is there.
 */
export async function loseDelivery(site: Site, orderId: string): Promise<void> {
  await sql`delete from emails where topic->>'orderId' = ${orderId}`.execute(site.db);
  await sql`delete from tickets where order_id = ${orderId}`.execute(site.db);
  await unpost(site, sql`kind = 'sale' and order_id = ${orderId}`);
  await sql`alter table orders disable trigger user`.execute(site.db);
  await sql`update orders set status = 'expired', paid_at = null where id = ${orderId}`.execute(site.db);
  await sql`alter table orders enable trigger user`.execute(site.db);
  await sql`
    with freed as (update holds set status = 'released' where holder_id = ${orderId} returning stock_id, quantity)
    update stock s set sold = sold - f.quantity from freed f where f.stock_id = s.id`.execute(site.db);
}

/** Undoes the capture of a payment, as if the provider's status had never been saved. */
export async function loseMoney(site: Site, orderId: string): Promise<void> {
  await unpost(site, sql`kind = 'capture' and order_id = ${orderId}`);
  await sql`
    update payments set status = 'expired', captured_at = null, captured_cents = null, charge_ref = null
    where subject_id = ${orderId}`.execute(site.db);
}

/** Deletes a journal entry, which is impossible in production. */
async function unpost(site: Site, which: RawBuilder<unknown>): Promise<void> {
  for (const table of ["journal_entries", "journal_lines"]) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(site.db);
  }
  await sql`delete from journal_lines where entry_id in (select id from journal_entries where ${which})`.execute(
    site.db,
  );
  await sql`delete from journal_entries where ${which}`.execute(site.db);
  for (const table of ["journal_entries", "journal_lines"]) {
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(site.db);
  }
}

/** Counts of everything that belongs to an order. */
export async function traces(site: Site, orderId: string) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::integer from tickets where order_id = ${orderId} and status = 'valid') as tickets,
      (select count(*)::integer from emails where topic->>'orderId' = ${orderId}) as mails,
      (select count(*)::integer from payments where subject_id = ${orderId} and status = 'captured') as captured,
      (select count(*)::integer from refunds r join payments p on p.id = r.payment_id where p.subject_id = ${orderId}) as refunds
    `.execute(site.db);
  return rows[0]!;
}
