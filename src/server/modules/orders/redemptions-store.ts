import { promotionsTables } from "#server/modules/promotions/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allValues } from "#server/platform/db/rows.ts";

/** Someone who wants to use a code: identified by account and, if given, by email. */
export interface CodeRedeemer {
  codeId: number;
  userId: number;
  email: string | null;
}

/** In how many live orders each of these people uses a code: paid ones, and unpaid ones that can still be paid. */
export function countRedemptions(db: Queryable, users: CodeRedeemer[]): Promise<number[]> {
  return allValues(db)`
    select (
      select count(*)::integer from orders o
      where (o.user_id = w.user_id or o.buyer_email = w.email)
        and exists (select from ${promotionsTables.promotion_redemptions} u where u.order_id = o.id
          and u.promo_code_id = w.code_id)
        and (o.status in ('paying', 'paid', 'partially_refunded')
          or (o.status = 'awaiting_payment' and o.hold_expires_at > clock_now()))) as count
    from unnest(${users.map((user) => user.codeId)}::bigint[], ${users.map((user) => user.userId)}::bigint[],
                ${users.map((user) => user.email)}::text[]) with ordinality as w(code_id, user_id, email, place)
    order by w.place`;
}
