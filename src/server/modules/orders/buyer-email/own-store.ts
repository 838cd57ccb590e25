import { sql } from "kysely";
import { bool, integer, text, uuid, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allValues, firstRow, onlyRow, onlyValue } from "#server/platform/db/rows.ts";

const emailState = {
  changes: integer,
  isStopped: bool,
  /** The slot of ten minutes that codes are for, by the database clock. */
  slot: integer,
};

/** The slot of ten minutes that codes are for, by the database clock. */
export function findCodeSlot(db: Queryable): Promise<number> {
  return onlyValue(db, integer)`select floor(extract(epoch from clock_now()) / 600)::integer as slot`;
}

/** Unpaid orders of a person under an email that are on hold for a short time unless the email is confirmed. */
export function findShortOrders(db: Queryable, userId: number, email: string): Promise<string[]> {
  return allValues(db, uuid)`
    select id from orders where user_id = ${userId} and buyer_email = ${email} and confirm_until is not null
      and status in ('awaiting_payment', 'paying')`;
}

/** What is known about changes of an order's email by its buyer. */
export type EmailState = RowFrom<typeof emailState>;

export function findEmailState(db: Queryable, orderId: string): Promise<EmailState> {
  return onlyRow(db, emailState)`
    select email_changes as changes, email_stopped_at is not null as "isStopped",
      floor(extract(epoch from clock_now()) / 600)::integer as slot
    from orders where id = ${orderId}::uuid`;
}

/**
 * Changes the email of an order, and invalidates every link that was emailed before. The caller has locked the order. Before
 * it is paid, nothing was emailed, and the link that leads back from the payment page stays valid.
 *
 * @param wasEmailed true if the address got emails about it: it can then stop the change. Of several changes within a day
 *   it is the first address that can.
 */
export async function changeOwnEmail(
  tx: Tx,
  id: string,
  { email, emailConfirmed, wasEmailed }: { email: string; emailConfirmed: boolean; wasEmailed: boolean },
): Promise<void> {
  if (!wasEmailed) {
    await sql`
      update orders set buyer_email = ${email}, email_confirmed = ${emailConfirmed}
      where id = ${id}::uuid`.execute(tx);
    return;
  }
  await sql`
    update orders set buyer_email = ${email}, email_confirmed = ${emailConfirmed}, link_version = link_version + 1,
      email_changes = email_changes + 1, former_email = nullif(f.email, ${email}),
      email_changed_at = case when f.email <> ${email} then clock_now() end
    from (select id, case when email_changed_at > clock_now() - interval '24 hours' then former_email
                     else buyer_email end as email from orders) f
    where f.id = orders.id and orders.id = ${id}::uuid`.execute(tx);
}

/** The address that can stop the latest change of an order's email now; undefined if none can. */
export function findFormerEmail(db: Queryable, orderId: string): Promise<{ email: string } | undefined> {
  return firstRow(db, { email: text })`
    select former_email as email from orders
    where id = ${orderId}::uuid and former_email is not null and email_changed_at > clock_now() - interval '24 hours'`;
}

/** Gives an order its former email back, for good. The caller has locked the order. */
export async function restoreFormerEmail(tx: Tx, id: string): Promise<void> {
  await sql`
    update orders set buyer_email = former_email, email_confirmed = false, link_version = link_version + 1,
      former_email = null, email_changed_at = null, email_stopped_at = clock_now()
    where id = ${id}::uuid`.execute(tx);
}
