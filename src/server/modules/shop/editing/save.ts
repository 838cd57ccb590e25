import { createStocksOf, deleteStock, lockStock, raiseSaleVersion } from "#server/modules/inventory/index.ts";
import { setPictures } from "#server/modules/media/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { forgetVariants } from "../back-in-stock/service.ts";
import { productSearchText } from "../catalog/search.ts";
import { insertChanges } from "../stock/store.ts";
import { checkDraft, openingUnits, type Problem, type ProductDraft, type ProductRecord } from "./rules.ts";
import * as store from "./store.ts";
import { checkTogether } from "./together-rules.ts";
import * as write from "./write-store.ts";

/** What a save of some products would do, before it does it. */
export interface Plan {
  drafts: ProductDraft[];
  befores: Map<number, ProductRecord>;
  problems: Problem[];
}

/**
 * Checks drafts against each other and everything that is there. With problems, nothing of them can be saved.
 *
 * The caller holds `lockEditing`, so what was checked stays true until it saves.
 */
export async function planProducts(tx: Tx, drafts: ProductDraft[]): Promise<Plan> {
  const befores = await lockProducts(tx, drafts);
  const around = await store.findSurroundings(tx, drafts);
  const draftProblems = drafts.flatMap((draft, index) =>
    checkDraft(draft, beforeOf(befores, draft)).map((problem) => ({ draft: index, ...problem })),
  );
  return { drafts, befores, problems: [...draftProblems, ...checkTogether(drafts, befores, around)] };
}

/**
 * Locks the stock of all variants that exist, in id order as sales do, and reads the products: until the transaction
 * ends, no order can be placed on them, and whether they have orders is known.
 */
async function lockProducts(tx: Tx, drafts: ProductDraft[]): Promise<Map<number, ProductRecord>> {
  const ids = drafts.flatMap(({ id }) => id ?? []);
  const found = await store.findRecords(tx, ids);
  if (found.size < ids.length) throw new AppError("not_found");
  if (ids.length === 0) return found;
  await lockStock(
    tx,
    Array.from(found.values()).flatMap(({ variants }) => variants.map(({ stockId }) => stockId)),
  );
  return store.findRecords(tx, ids);
}

const beforeOf = (befores: Plan["befores"], { id }: ProductDraft) => (id === undefined ? undefined : befores.get(id));

/**
 * Saves drafts that were checked, all in a few statements however many they are. Removed variants are deleted, or
 * archived if an order or a bundle names them. Whoever is placing an order on these products prices it again.
 *
 * @returns the ids of the products, in the order of the drafts
 */
export async function saveProducts(tx: Tx, { drafts, befores }: Plan, staffId: number | null): Promise<number[]> {
  const rows = await toRows(tx, drafts);
  const existing = rows.filter(({ id }) => id !== undefined);
  if (existing.length > 0) await write.updateProducts(tx, existing);
  const created = await write.insertProducts(
    tx,
    rows.filter(({ id }) => id === undefined),
  );
  const saved = drafts.map((draft) => ({ ...draft, id: draft.id ?? created.get(draft.slug)! }));
  const left = [...befores].map(([id, { slug }]) => ({ id, slug }));
  await write.storeFormerSlugs(
    tx,
    left,
    saved.map(({ slug }) => slug),
  );
  await write.setLinks(tx, saved);
  for (const { id, title, pictureIds } of saved) {
    const before = befores.get(id) ?? { title, pictureIds: [] };
    if (before.title === title && String(before.pictureIds) === String(pictureIds)) continue;
    await setPictures(tx, { kind: "product", id, label: title }, pictureIds);
  }
  await removeVariants(tx, saved, befores);
  await saveVariants(tx, saved, staffId);
  await raiseSaleVersion(
    tx,
    [...befores.values()].flatMap(({ variants }) => variants.map(({ stockId }) => stockId)),
  );
  return saved.map(({ id }) => id);
}

async function toRows(tx: Tx, drafts: ProductDraft[]): Promise<write.ProductRow[]> {
  const names = await store.findCollectionNames(tx);
  const { defaultCurrency: currency } = await getSettings(tx);
  return drafts.map((draft) => ({
    ...draft,
    currency,
    searchText: productSearchText({
      ...draft,
      collections: [...names].flatMap(([id, name]) => (draft.collectionIds.includes(id) ? [name] : [])),
    }),
  }));
}

type Saved = ProductDraft & { id: number };

async function removeVariants(tx: Tx, saved: Saved[], befores: Plan["befores"]): Promise<void> {
  const savedIds = new Set(saved.flatMap(({ variants }) => variants.flatMap(({ id }) => id ?? [])));
  const removed = [...befores.values()].flatMap(({ variants }) => variants.filter(({ id }) => !savedIds.has(id)));
  if (removed.length === 0) return;
  const needed = new Set(
    await store.findNeeded(
      tx,
      removed.map(({ id }) => id),
    ),
  );
  await write.archiveVariants(tx, [...needed]);
  const gone = removed.filter(({ id }) => !needed.has(id));
  await write.deleteVariants(
    tx,
    gone.map(({ id }) => id),
  );
  await forgetVariants(
    tx,
    gone.map(({ id }) => id),
  );
  for (const { stockId } of gone) await deleteStock(tx, stockId);
}

async function saveVariants(tx: Tx, saved: Saved[], staffId: number | null): Promise<void> {
  const all = saved.flatMap(({ id: productId, kind, variants }) =>
    variants.map(({ parts, onHand, ...variant }, position) => ({
      parts,
      units: openingUnits(kind, { parts, onHand, ...variant }),
      row: { ...variant, productId, position },
    })),
  );
  const existing = all.filter(({ row }) => row.id !== undefined);
  const added = all.filter(({ row }) => row.id === undefined);
  const existingIds = existing.map(({ row }) => row.id!);
  await write.parkVariants(tx, existingIds);
  const stockIds = await createStocksOf(
    tx,
    "variant",
    added.map(({ units }) => units),
  );
  const ids = await write.insertVariants(
    tx,
    added.map(({ row }, index) => ({ ...row, stockId: stockIds[index] })),
  );
  await write.updateVariants(
    tx,
    existing.map(({ row }) => row),
  );
  const idOf = (row: { id?: number | undefined; sku: string }) => row.id ?? ids.get(row.sku)!;
  await write.setParts(
    tx,
    existingIds,
    all.flatMap(({ row, parts }) =>
      parts.map(({ variantId, quantity }) => ({ variantId: idOf(row), partId: variantId, quantity })),
    ),
  );
  await insertChanges(
    tx,
    added.map(({ row, units }) => ({
      variantId: idOf(row),
      reason: "opening",
      units,
      onHand: units,
      note: "",
      staffId,
    })),
  );
}
