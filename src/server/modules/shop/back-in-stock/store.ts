import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, run } from "#server/platform/db/rows.ts";
import type { RecordOwner } from "#server/platform/personal-records.ts";
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

/** Stores that an address waits for a variant, unless it does already or waits for `most` variants. */
export function insertWish(
  db: Queryable,
  { variantId, email, userId, most }: { variantId: number; email: string; userId: number | null; most: number },
): Promise<void> {
  return run(db)`
    insert into back_in_stock (variant_id, email, user_id)
    select ${variantId}, ${email}, ${userId}
    where (select count(*) from back_in_stock where email = ${email} and told_at is null) < ${most}
    on conflict (variant_id, email) where told_at is null do nothing`;
}

/** Variants that someone waits for and that can be bought now. */
export function findReturned(db: Queryable): Promise<number[]> {
  return allValues(db)`
    with awaited as materialized (
      select distinct variant_id from back_in_stock where told_at is null
    ), found as materialized (
      select p.id from products p where p.publication = 'active' and p.id in (
        select product_id from variants where id in (select variant_id from awaited))
    ), ${offers}
    select id from offers where status = 'on_sale' and id in (select variant_id from awaited)`;
}

/** An email that is due: to whom, about which variant. */
interface DueAlert {
  wishId: number;
  variantId: number;
  email: string;
}

/** Marks those who wait for some variants as told, up to `most`. Rows that another node works on are skipped. */
export function claimDue(tx: Tx, variantIds: number[], most: number): Promise<DueAlert[]> {
  return allRows(tx)`
    update back_in_stock set told_at = clock_now()
    where id in (
      select id from back_in_stock where variant_id = any(${variantIds}::bigint[]) and told_at is null
      order by id limit ${most} for update skip locked)
    returning id as "wishId", variant_id as "variantId", email`;
}

/** Deletes alerts that were sent more than a month ago: we don't keep their addresses. */
export function purgeTold(db: Queryable): Promise<void> {
  return run(db)`delete from back_in_stock where told_at < clock_now() - interval '30 days'`;
}

/** What a person waits for, or was told about lately. */
export function findWishesOf(db: Queryable, { id, email }: RecordOwner): Promise<unknown[]> {
  return allRows(db)`
    select p.title, v.options, b.email, b.asked_at as "askedAt", b.told_at as "toldAt"
    from back_in_stock b join variants v on v.id = b.variant_id join products p on p.id = v.product_id
    where b.user_id = ${id} or b.email = ${email} order by b.id`;
}

export function deleteWishesOf(tx: Tx, { id, email }: RecordOwner): Promise<void> {
  return run(tx)`delete from back_in_stock where user_id = ${id} or email = ${email}`;
}
