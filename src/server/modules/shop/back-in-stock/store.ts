import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow } from "#server/platform/db/rows.ts";
import { offers } from "../offers-store.ts";

/** A variant that visitors can see, with what an email says of it. */
interface ShownVariant {
  id: number;
  slug: string;
  title: string;
  options: string[];
}

/** A variant of an active product; undefined for any other. */
export function findShownVariant(db: Queryable, id: number): Promise<ShownVariant | undefined> {
  return firstRow(db)`
    select v.id, p.slug, p.title, v.options from variants v join products p on p.id = v.product_id
    where v.id = ${id} and p.publication = 'active' and not v.is_archived`;
}

/** Those of some variants that can be bought now. */
export async function findReturned(db: Queryable, variantIds: number[]): Promise<number[]> {
  if (variantIds.length === 0) return [];
  return allValues(db)`
    with found as materialized (
      select p.id from products p where p.publication = 'active' and p.id in (
        select product_id from variants where id = any(${variantIds}::bigint[]))
    ), ${offers}
    select id from offers where status = 'on_sale' and id = any(${variantIds}::bigint[])`;
}

/** A signup that a node of the version before stored; one that isn't waiting has had its email. */
interface FormerWish {
  variantId: number;
  email: string;
  userId: number | null;
  isWaiting: boolean;
}

/** Claims up to `max` signups of, and deletes them from, the table of the version before. Rows that another node works on are skipped. */
export function claimFormerWishes(tx: Tx, max: number): Promise<FormerWish[]> {
  return allRows(tx)`
    delete from back_in_stock where id in (
      select id from back_in_stock order by id limit ${max} for update skip locked)
    returning variant_id as "variantId", email, user_id as "userId", told_at is null as "isWaiting"`;
}
