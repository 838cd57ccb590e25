import { sql, type RawBuilder } from "kysely";
import type { MoneyException } from "#contract/money-exceptions.ts";
import type { Client, Site } from "#tests/kit/site.ts";

/** What is open, as staff see it. */
export async function openExceptions(admin: Client): Promise<MoneyException[]> {
  const { body } = await admin.get("/api/admin/money/exceptions");
  return body.items;
}

/** Presses a repair's button. */
export const repair = (admin: Client, id: number, name: string, reason?: string) =>
  admin.post<MoneyException>(`/api/admin/money/exceptions/${id}/repair`, { repair: name, reason });

/** Lets everything be older by some time than it is, in our books and the sandbox's: what a look through them waits for. */
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
 * Undoes what a payment brought, as if the server had ended between the money and the tickets and nothing had noticed: the
 * order is expired, its stock free, its tickets and its mail are not there. The money is.
 */
export async function loseDelivery(site: Site, orderId: string): Promise<void> {
  await sql`delete from emails where topic->>'orderId' = ${orderId}`.execute(site.db);
  await sql`delete from tickets where order_id = ${orderId}`.execute(site.db);
  await unpost(site, sql`kind = 'sale' and order_id = ${orderId}`);
  await sql`alter table orders disable trigger user`.execute(site.db);
  await sql`update orders set status = 'expired', paid_at = null where id = ${orderId}`.execute(site.db);
  await sql`alter table orders enable trigger user`.execute(site.db);
  await sql`
    with freed as (update holds set state = 'released' where holder_id = ${orderId} returning stock_id, quantity)
    update stock s set sold = sold - f.quantity from freed f where f.stock_id = s.id`.execute(site.db);
}

/** Undoes that a payment was captured: as if the provider's word had never been written down. */
export async function loseMoney(site: Site, orderId: string): Promise<void> {
  await unpost(site, sql`kind = 'capture' and order_id = ${orderId}`);
  await sql`
    update payments set status = 'expired', captured_at = null, captured_cents = null, charge_ref = null
    where subject_id = ${orderId}`.execute(site.db);
}

/** Takes a posting out of the ledger, which nobody can in earnest. */
async function unpost(site: Site, which: RawBuilder<unknown>): Promise<void> {
  for (const table of ["ledger_postings", "ledger_entries"]) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(site.db);
  }
  await sql`delete from ledger_entries where posting_id in (select id from ledger_postings where ${which})`.execute(
    site.db,
  );
  await sql`delete from ledger_postings where ${which}`.execute(site.db);
  for (const table of ["ledger_postings", "ledger_entries"]) {
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(site.db);
  }
}

/** Everything that an order has, counted. */
export async function traces(site: Site, orderId: string) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::integer from tickets where order_id = ${orderId} and status = 'valid') as tickets,
      (select count(*)::integer from emails where topic->>'orderId' = ${orderId}) as mails,
      (select count(*)::integer from payments where subject_id = ${orderId} and status = 'captured') as captured,
      (select count(*)::integer from refunds r join payments p on p.id = r.payment_id where p.subject_id = ${orderId}) as refunds
    `.execute(site.db);
  return rows[0]!;
}
