import { accountsTables } from "#server/modules/accounts/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allValues } from "#server/platform/db/rows.ts";

/** Those of some addresses that an account has confirmed, or that an order with a price was paid with. */
export function findOwned(db: Queryable, addresses: string[]): Promise<string[]> {
  return allValues(db)`
    select a.email from unnest(${addresses}::text[]) as a(email)
    where exists (select from ${accountsTables.users} u where u.email = a.email)
      or exists (select from ${ordersTables.orders} o
        where o.buyer_email = a.email and o.total_cents > 0 and o.paid_at is not null)`;
}
