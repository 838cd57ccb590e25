import { sql } from "kysely";
import { ordersTables } from "#server/modules/orders/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows } from "#server/platform/db/rows.ts";

/** Whose emails: sent to an address, or about one of these orders. */
export interface MailOwner {
  email: string | null;
  orderIds: string[];
}

/** The condition that an email belongs to this owner. */
export const belongTo = ({ email, orderIds }: MailOwner) => sql`
  (to_address = ${email}::text or dedupe_key = any(${orderIds.map((id) => `order-confirmation:${id}`)}::text[])
    or (to_address in (select buyer_email from ${ordersTables.orders} orders where id = any(${orderIds}::uuid[]))
        and topic ->> 'orderId' = any(${orderIds}::text[])))`;

/** An email as its receiver downloads it. */
export interface MailRecord {
  kind: string;
  to: string;
  subject: string | null;
  text: string | null;
  status: string;
  createdAt: Date;
  sentAt: Date | null;
}

/** Every email to a person. */
export function findMailRecords(db: Queryable, owner: MailOwner): Promise<MailRecord[]> {
  return allRows(db)`
    select kind, to_address as "to", subject, body_text as "text", status, created_at as "createdAt", sent_at as "sentAt"
    from emails where ${belongTo(owner)} order by id`;
}

/** Empties a person's emails; kind and time stay. Emails that are not sent yet never will be. */
export async function emptyMails(tx: Tx, owner: MailOwner, name: string, address: string): Promise<void> {
  await sql`
    update emails set to_address = ${address}, to_name = ${name}, subject = null, html = null, body_text = null,
      codes = '[]', status = case when status in ('queued', 'unknown') then 'failed' else status end,
      error = case when status in ('queued', 'unknown') then 'Not sent: the account was deleted' else error end
    where ${belongTo(owner)}`.execute(tx);
}
