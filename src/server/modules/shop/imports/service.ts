import { ProductImport, productTable, type ImportDecisions } from "#contract/shop/imports.ts";
import type { z } from "zod";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError, fieldError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { readTable } from "#server/platform/tables/read-table.ts";
import { shownAs } from "#server/platform/shown.ts";
import { fold } from "../editing/rules.ts";
import { saveProducts } from "../editing/save.ts";
import { lockEditing } from "../editing/store.ts";
import { insertCollection } from "../collections/store.ts";
import type { ProductsRead } from "./formats/sheet.ts";
import { createHandle, createUnique } from "./formats/texts.ts";
import * as pictureStore from "./pictures/store.ts";
import { planImport, type ImportPlan } from "./plan.ts";
import { countChanges, planPictures, toPreview, type PlannedPictures } from "./preview.ts";
import * as store from "./store.ts";
import type { TableRow } from "#server/platform/tables/table.ts";
import { isOwnHeader, readOwnFile } from "./formats/own.ts";
import { isShopifyHeader, readShopifyFile } from "./formats/shopify.ts";
import { isSquareHeader, readSquareFile } from "./formats/square.ts";
import { isWooHeader, readWooFile } from "./formats/woocommerce.ts";

/**
 * Reads a product file and stores its rows, so that staff can look at what it would do before they import it.
 *
 * @throws AppError `invalid_input` for a file that can't be read, or has no products
 */
export async function uploadProductImport(
  deps: Deps,
  staff: Principal,
  { fileName, bytes }: { fileName: string; bytes: Buffer },
): Promise<ProductImport> {
  const { rows, unread } = await readTable(
    { bytes },
    { bytes: productTable.maxBytes, rows: productTable.maxRows + 20 },
  );
  const table = { rows, unread };
  const read = readStored(table);
  if (read === undefined) {
    const message =
      "We can't find products in this file. Choose the product export of Shopify, WooCommerce or Square, or a file that you exported here.";
    throw new AppError("invalid_input", { message });
  }
  if (read.products.length + read.leftOut.length === 0) {
    throw new AppError("invalid_input", { message: "This file has no products below its header. Export it again." });
  }
  const { id } = await store.insertImport(deps.db, { fileName, table, staffId: staff.id });
  return getProductImport(deps, id);
}

/** The products of a file; lines that aren't among its rows are left out. */
function readStored({ rows, unread }: store.StoredTable): ProductsRead | undefined {
  const read = readProducts(rows);
  read?.leftOut.push(...unread.map(({ line, message }) => ({ row: line, field: "row", message })));
  return read;
}

/** The latest imports with pictures, and how far these are. */
export async function listProductImports({ db }: Deps) {
  const ids = await pictureStore.findLatestIds(db, 10);
  const items = await Promise.all(
    ids.map(async (id) => {
      const stored = requireFound(await store.findImport(db, id));
      const { failures: _, ...pictures } = await pictureStore.readProgress(db, id);
      return { id, fileName: stored.fileName, importedAt: stored.importedAt?.toISOString() ?? null, pictures };
    }),
  );
  return { items };
}

/**
 * A product file: what importing it would do now, or how far its pictures are.
 *
 * @throws AppError `not_found`, also for a file that nobody imported within a day
 */
export async function getProductImport({ db }: Deps, id: number): Promise<ProductImport> {
  const stored = requireFound(await store.findImport(db, id));
  const pictures = await pictureStore.readProgress(db, id);
  const read = stored.table === null ? undefined : readStored(stored.table);
  const preview =
    read === undefined
      ? null
      : await inTransaction(db, async (tx) => {
          await lockEditing(tx);
          const plan = await planImport(tx, read, new Map());
          return toPreview(read, plan, await planPictures(tx, plan));
        });
  return shownAs(ProductImport)({ ...stored, preview, pictures });
}

type Decisions = z.output<typeof ImportDecisions>;

/**
 * Imports what a file's preview doesn't leave out, all of it or nothing, with the collections and the hosts that staff
 * chose. Pictures follow in the background. A repeat changes nothing, and of two at once one imports.
 *
 * @throws AppError `not_found` | `invalid_input` while a question has no answer
 */
export async function applyProductImport(
  deps: Deps,
  staff: Principal,
  id: number,
  decisions: Decisions,
): Promise<ProductImport> {
  await inTransaction(deps.db, async (tx) => {
    const stored = requireFound(await store.lockImport(tx, id));
    if (stored.table === null) return;
    await lockEditing(tx);
    await importRead(tx, readStored(stored.table)!, { staff, stored, decisions });
    await store.markImported(tx, id);
  });
  deps.nudge("back-in-stock");
  deps.nudge("product-pictures");
  return getProductImport(deps, id);
}

interface Context {
  staff: Principal;
  stored: store.StoredImport;
  decisions: Decisions;
}

async function importRead(tx: Tx, read: ProductsRead, { staff, stored, decisions }: Context): Promise<void> {
  await createCollections(tx, staff, decisions.collections);
  const answers = new Map(decisions.skus.map(({ row, isSame }) => [row, isSame]));
  const plan = await planImport(tx, read, answers);
  const open = plan.questions.find(({ row }) => !answers.has(row));
  if (open !== undefined) {
    throw fieldError("skus", `Row ${open.row}: choose whether “${open.sku}” is the SKU ${open.looksLike.sku}`);
  }
  const { pictures } = await planPictures(tx, plan);
  const ids = await saveProducts(tx, plan.save, staff.id);
  const productIds = new Map(plan.save.drafts.map(({ slug }, at) => [slug, ids[at]!]));
  const wanted = await toNewPictures(tx, { pictures, productIds }, decisions.hosts);
  if (wanted.length > 0) await pictureStore.insertPictures(tx, stored.id, wanted);
  if (ids.length + wanted.length > 0) await recordImport(tx, plan, { staff, stored, decisions }, wanted.length);
}

async function recordImport(
  tx: Tx,
  plan: ImportPlan,
  { staff, stored, decisions }: Context,
  pictures: number,
): Promise<void> {
  const handles = plan.save.drafts.map(({ slug }) => slug);
  const after = { file: stored.fileName, ...countChanges(plan), handles, pictures, hosts: decisions.hosts };
  const target = { kind: "product_import", id: stored.id } as const;
  await recordAction(tx, { staff, action: "product_import.uploaded", target, after });
}

/** Creates collections by their names; those that exist stay as they are. */
async function createCollections(tx: Tx, staff: Principal, names: string[]): Promise<void> {
  const existing = await store.findCollections(tx);
  const known = new Set(existing.map(({ name }) => fold(name)));
  const slugs = new Set(existing.map(({ slug }) => slug));
  for (const name of names) {
    if (known.has(fold(name))) continue;
    known.add(fold(name));
    const draft = { name, slug: createUnique(createHandle(name), slugs, 80), description: "", position: 100 };
    const id = await insertCollection(tx, draft);
    await recordAction(tx, { staff, action: "collection.created", target: { kind: "collection", id }, after: draft });
  }
}

/** Pictures of confirmed hosts, with the products and variants that they belong to. */
async function toNewPictures(
  tx: Tx,
  { pictures, productIds }: { pictures: PlannedPictures[]; productIds: Map<string, number> },
  hosts: string[],
): Promise<pictureStore.NewPicture[]> {
  const confirmed = new Set(hosts);
  const skus = pictures.flatMap(({ wishes }) => wishes.flatMap((wish) => wish.skus.map(fold)));
  const variantIds = await store.findIdsBySku(tx, skus);
  return pictures.flatMap(({ planned: { before, file }, wishes }) => {
    const { slug, title } = file.draft;
    const productId = before?.id ?? productIds.get(slug)!;
    return wishes
      .filter(({ host }) => confirmed.has(host))
      .map((wish) => ({
        productId,
        url: wish.url,
        alt: wish.alt || title,
        variantIds: wish.skus.flatMap((sku) => variantIds.get(fold(sku)) ?? []),
      }));
  });
}

/**
 * Sets the pictures of an import that failed back to the start.
 *
 * @throws AppError `not_found`
 */
export async function retryImportPictures(deps: Deps, id: number): Promise<ProductImport> {
  await pictureStore.retryFailed(deps.db, id);
  deps.nudge("product-pictures");
  return getProductImport(deps, id);
}

/** The header may be below a title, notes or empty rows. */
const maxRowsAboveHeader = 20;

/** Shopify's header comes before ours: its own file has a handle and an SKU too. */
const formats = [
  { isHeader: isShopifyHeader, read: readShopifyFile },
  { isHeader: isWooHeader, read: readWooFile },
  { isHeader: isSquareHeader, read: readSquareFile },
  { isHeader: isOwnHeader, read: readOwnFile },
];

/**
 * Reads the products of a table by the meaning of its columns: our own export, or that of Shopify, WooCommerce or Square.
 *
 * @returns undefined if no row is the header of a product file
 */
export function readProducts(rows: TableRow[]): ProductsRead | undefined {
  for (const [at, row] of rows.slice(0, maxRowsAboveHeader).entries()) {
    const format = formats.find(({ isHeader }) => isHeader(row));
    if (format !== undefined) return format.read(row, rows.slice(at + 1));
  }
  return undefined;
}
