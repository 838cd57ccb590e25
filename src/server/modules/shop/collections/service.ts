import type { Collection, changeCollection as changeContract } from "#contract/shop/collections.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { fieldError, requireFound, requireVersion } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { SheetFile } from "#server/platform/csv.ts";
import { type Cells, fileOfAll } from "#server/platform/db/list.ts";
import { productSearchText } from "../catalog/search.ts";
import { lockEditing } from "../editing/store.ts";
import * as store from "./store.ts";

/** The shop's collections in order, empty ones included. */
export async function listCollections(db: Queryable): Promise<{ items: Collection[] }> {
  return { items: await store.findCollections(db) };
}

const cells: Cells<Collection> = {
  Collection: "name",
  Slug: "slug",
  Description: "description",
  Position: "position",
  Products: "productCount",
  ID: "id",
};

/** All collections as a spreadsheet file. */
export const collectionsFile = async (db: Queryable): Promise<SheetFile> =>
  fileOfAll(await store.findCollections(db), cells);

/**
 * Creates a collection.
 *
 * @throws AppError `invalid_input` if another one has its address
 */
export function createCollection(db: Database, staff: Principal, draft: store.CollectionDraft): Promise<Collection> {
  return inTransaction(db, async (tx) => {
    await lockEditing(tx);
    await requireFreeSlug(tx, draft.slug, 0);
    const id = await store.insertCollection(tx, draft);
    await recordAction(tx, { staff, action: "collection.created", target: { kind: "collection", id }, after: draft });
    return requireFound(await store.findCollection(tx, id));
  });
}

/**
 * Changes a collection. Its products are found by its new name at once.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `invalid_input` if another one has its address
 */
export function changeCollection(
  db: Database,
  staff: Principal,
  id: number,
  { version, ...draft }: BodyOf<typeof changeContract>,
): Promise<Collection> {
  return inTransaction(db, async (tx) => {
    await lockEditing(tx);
    const before = requireFound(await store.findCollection(tx, id));
    requireVersion(before, version);
    await requireFreeSlug(tx, draft.slug, id);
    await store.updateCollection(tx, id, draft);
    if (draft.name !== before.name) await renewSearch(tx, await store.findProductIds(tx, id));
    const { slug, name, description, position } = before;
    const was = { slug, name, description, position };
    const target = { kind: "collection", id } as const;
    await recordAction(tx, { staff, action: "collection.changed", target, before: was, after: draft });
    return requireFound(await store.findCollection(tx, id));
  });
}

/** Reorders the collections; omitted ones follow in the order that they have. */
export function orderCollections(db: Database, staff: Principal, ids: number[]): Promise<{ items: Collection[] }> {
  return inTransaction(db, async (tx) => {
    await lockEditing(tx);
    await store.setPositions(tx, ids);
    const target = { kind: "collection", id: ids[0]! } as const;
    await recordAction(tx, { staff, action: "collection.changed", target, after: { order: ids } });
    return listCollections(tx);
  });
}

/**
 * Deletes a collection; its products stay.
 *
 * @throws AppError `not_found`
 */
export async function deleteCollection(db: Database, staff: Principal, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockEditing(tx);
    const { slug, name } = requireFound(await store.findCollection(tx, id));
    const productIds = await store.findProductIds(tx, id);
    await store.deleteCollection(tx, id);
    await renewSearch(tx, productIds);
    const target = { kind: "collection", id } as const;
    await recordAction(tx, { staff, action: "collection.deleted", target, before: { slug, name } });
  });
}

async function requireFreeSlug(tx: Tx, slug: string, ownId: number): Promise<void> {
  const owner = await store.findSlugOwner(tx, slug, ownId);
  if (owner !== undefined) throw fieldError("slug", `“${owner}” already uses this address`);
}

/** Stores again what products are searched by, because the names of their collections are a part of it. */
async function renewSearch(tx: Tx, productIds: number[]): Promise<void> {
  const found = await store.findSearched(tx, productIds);
  await store.setSearchTexts(
    tx,
    found.map(({ id, ...product }) => ({ id, text: productSearchText(product) })),
  );
}
