import { mailboxOf } from "#contract/email-address.ts";
import { compsTables } from "#server/modules/comps/tables.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import { integer, text, type RowFrom } from "#server/platform/db/columns.ts";
import type { Tx, Queryable } from "#server/platform/db/database.ts";
import { allRows, allValues } from "#server/platform/db/rows.ts";
import { promotionsTables } from "#server/modules/promotions/tables.ts";

/** Units of one stock that an account has, by the address they were ordered for. */
const hadUnits = { stockId: integer, userId: integer, email: text, quantity: integer };

/**
 * Counts what accounts and mailboxes have of some stock: held and sold units. Leaves out refunded units and comps.
 * Counts an expired hold until a job clears it, and a spot that staff keep off sale while the rest of its order stands.
 */
export function findHad(
  tx: Tx,
  stockIds: number[],
  userIds: number[],
  emails: string[],
): Promise<RowFrom<typeof hadUnits>[]> {
  return allRows(tx, hadUnits)`
    select h.stock_id as "stockId", o.user_id as "userId", o.buyer_email as email, sum(h.quantity)::integer as quantity
    from orders o join ${inventoryTables.holds} h on h.holder_id = o.id
    where (o.user_id = any(${userIds}::bigint[]) or mailbox_of(o.buyer_email) = any(${emails.map(mailboxOf)}::text[]))
      and h.stock_id = any(${stockIds}::bigint[]) and h.status in ('active', 'consumed') and o.status <> 'refunded'
      and not exists (select from ${compsTables.comps} c where c.order_id = o.id)
    group by h.stock_id, o.user_id, o.buyer_email`;
}

/** Someone who wants to use a code: identified by account and, unless they have confirmed it, by email. */
export interface CodeRedeemer {
  codeId: number;
  userId: number;
  email: string | null;
}

/** In how many live orders each of these people uses a code: paid ones, and unpaid ones that can still be paid. */
export function countRedemptions(db: Queryable, users: CodeRedeemer[]): Promise<number[]> {
  return allValues(db, integer)`
    select (
      select count(*)::integer from orders o
      where (o.user_id = w.user_id or mailbox_of(o.buyer_email) = mailbox_of(w.email))
        and exists (select from ${promotionsTables.promotion_redemptions} u where u.order_id = o.id
          and u.promo_code_id = w.code_id)
        and (o.status in ('paying', 'paid', 'partially_refunded')
          or (o.status = 'awaiting_payment' and o.hold_expires_at > clock_now()))) as count
    from unnest(${users.map((user) => user.codeId)}::bigint[], ${users.map((user) => user.userId)}::bigint[],
                ${users.map((user) => user.email)}::text[]) with ordinality as w(code_id, user_id, email, place)
    order by w.place`;
}
