import { compsTables } from "#server/modules/comps/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { onlyRow } from "#server/platform/db/rows.ts";
import type { SiteContent } from "./rules.ts";

export function findSales(db: Queryable): Promise<Pick<SiteContent, "publicEvents" | "hasPaidOrder">> {
  return onlyRow(db)`
    select (select count(*)::integer from ${eventsTables.events} e where e.visibility <> 'draft') as "publicEvents",
      exists (
        select from ${ordersTables.orders} o where o.paid_at is not null
          and not exists (select from ${compsTables.comps} c where c.order_id = o.id)) as "hasPaidOrder"`;
}
