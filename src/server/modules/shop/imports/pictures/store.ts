import type { ImportPictures } from "#contract/shop/imports.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, hasRows, onlyRow, run } from "#server/platform/db/rows.ts";

/** A picture that an imported product gets from an address. */
export interface NewPicture {
  productId: number;
  url: string;
  alt: string;
  variantIds: number[];
}

/** The addresses that products were given before, whatever became of them. */
export function findKnownUrls(db: Queryable, productIds: number[]): Promise<{ productId: number; url: string }[]> {
  return allRows(db)`
    select product_id as "productId", url from product_import_pictures where product_id = any(${productIds}::bigint[])`;
}

export function insertPictures(tx: Tx, importId: number, pictures: NewPicture[]): Promise<void> {
  return run(tx)`
    insert into product_import_pictures (import_id, product_id, url, alt, variant_ids)
    select ${importId}, "productId", url, alt, array(select json_array_elements_text("variantIds")::bigint)
    from json_to_recordset(${JSON.stringify(pictures)}::json)
      as r("productId" bigint, url text, alt text, "variantIds" json)
    on conflict (product_id, url) do nothing`;
}

/** A picture to fetch. The number of attempts says whose claim it is. */
export interface Claimed {
  id: number;
  url: string;
  alt: string;
  attempts: number;
  staffId: number | null;
}

/** Claims the next picture for a while; a dead node's is claimed again after that. */
export function claimNext(db: Queryable, leaseSeconds: number): Promise<Claimed | undefined> {
  return firstRow(db)`
    update product_import_pictures p
    set attempts = p.attempts + 1, due_at = clock_now() + make_interval(secs => ${leaseSeconds})
    from product_imports i
    where i.id = p.import_id and p.id = (
      select id from product_import_pictures where status = 'waiting' and due_at <= clock_now()
      order by id limit 1 for update skip locked)
    returning p.id, p.url, p.alt, p.attempts, i.created_by as "staffId"`;
}

/** Records that a claimed picture is in the library; false if another node has claimed it since. */
export function markFetched(tx: Tx, { id, attempts }: Claimed, pictureId: number): Promise<boolean> {
  return hasRows(tx)`
    update product_import_pictures set status = 'fetched', picture_id = ${pictureId}, due_at = clock_now()
    where id = ${id} and status = 'waiting' and attempts = ${attempts} returning id`;
}

/** Schedules the next attempt of a claimed picture. */
export function postpone(db: Queryable, { id, attempts }: Claimed, seconds: number): Promise<void> {
  return run(db)`
    update product_import_pictures set due_at = clock_now() + make_interval(secs => ${seconds})
    where id = ${id} and status = 'waiting' and attempts = ${attempts}`;
}

/** Gives up a picture, with the reason. What is done stays. */
export function markFailed(db: Queryable, id: number, reason: string): Promise<void> {
  return run(db)`
    update product_import_pictures set status = 'failed', reason = ${reason.slice(0, 300)}, picture_id = null
    where id = ${id} and status in ('waiting', 'fetched')`;
}

/** A picture in the library that its product doesn't show yet. Null if someone deleted it there. */
export interface Fetched {
  id: number;
  productId: number;
  pictureId: number | null;
  variantIds: number[];
}

/** Fetched pictures whose turn it is: all earlier ones of the same product are done or failed. */
export function findFetched(db: Queryable, max: number): Promise<Fetched[]> {
  return allRows(db)`
    select p.id, p.product_id as "productId", p.picture_id as "pictureId", p.variant_ids as "variantIds"
    from product_import_pictures p
    where p.status = 'fetched' and not exists (
      select from product_import_pictures e
      where e.product_id = p.product_id and e.id < p.id and e.status in ('waiting', 'fetched'))
    order by p.id limit ${max}`;
}

/** Marks a fetched picture as shown by its product; false if another node did. */
export function markDone(tx: Tx, id: number): Promise<boolean> {
  return hasRows(tx)`
    update product_import_pictures set status = 'done' where id = ${id} and status = 'fetched' returning id`;
}

/** Adds a picture to a product behind its others, under the product's next version. The caller blocks other saves. */
export async function appendPicture(tx: Tx, productId: number, pictureId: number): Promise<void> {
  await run(tx)`
    insert into product_pictures (product_id, position, picture_id)
    select ${productId}, coalesce(max(position) + 1, 0), ${pictureId} from product_pictures
    where product_id = ${productId}`;
  await run(tx)`update products set version = version + 1, updated_at = clock_now() where id = ${productId}`;
}

/** Sets the picture of variants that have none of their own. */
export function setVariantPicture(
  tx: Tx,
  productId: number,
  { variantIds, position }: { variantIds: number[]; position: number },
): Promise<void> {
  return run(tx)`
    update variants set picture = ${position}
    where product_id = ${productId} and id = any(${variantIds}::bigint[]) and picture is null`;
}

/** Sets failed pictures of an import back to the start. */
export function retryFailed(db: Queryable, importId: number): Promise<void> {
  return run(db)`
    update product_import_pictures
    set status = 'waiting', reason = null, picture_id = null, attempts = 0, due_at = clock_now()
    where import_id = ${importId} and status = 'failed'`;
}

/** How far the pictures of an import are. */
export async function readProgress(db: Queryable, importId: number): Promise<ImportPictures> {
  const counts = await onlyRow(db)<Omit<ImportPictures, "failures">>`
    select count(*) filter (where status in ('waiting', 'fetched'))::integer as waiting,
      count(*) filter (where status = 'done')::integer as done,
      count(*) filter (where status = 'failed')::integer as failed
    from product_import_pictures where import_id = ${importId}`;
  const failures = await allRows(db)<ImportPictures["failures"][number]>`
    select i.id, p.title as product, i.url, i.reason from product_import_pictures i
    join products p on p.id = i.product_id
    where i.import_id = ${importId} and i.status = 'failed' order by i.id limit 100`;
  return { ...counts, failures };
}

/** The latest imports that have pictures. */
export function findLatestIds(db: Queryable, max: number): Promise<number[]> {
  return allValues(db)`
    select id from product_imports i where imported_at is not null
      and exists (select from product_import_pictures p where p.import_id = i.id)
    order by id desc limit ${max}`;
}
