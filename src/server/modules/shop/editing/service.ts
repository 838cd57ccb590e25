import { AdminProduct, AdminVariant, type changeProduct as changeContract } from "#contract/shop/products.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { getPictures } from "#server/modules/media/index.ts";
import { AppError, requireFound, requireVersion } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import { variantName } from "../rules.ts";
import { isEndless, type ProductDraft, type ProductRecord, type VariantRecord } from "./rules.ts";
import { planProducts, saveProducts, type Plan } from "./save.ts";
import * as store from "./store.ts";

/**
 * A product with everything that its editor can change.
 *
 * @throws AppError `not_found`
 */
export async function getAdminProduct(db: Queryable, id: number): Promise<AdminProduct> {
  const record = requireFound((await store.findRecords(db, [id])).get(id));
  const posters = await getPictures(db, record.pictureIds);
  const pictures = record.pictureIds.map((pictureId) => ({ id: pictureId, poster: posters.get(pictureId) ?? null }));
  return shownAs(AdminProduct)({ ...record, variants: record.variants.map(toVariant), pictures });
}

/** A variant as its editor shows it. */
function toVariant({ parts, ...variant }: VariantRecord): AdminVariant {
  const { capacity, sold, held } = variant.stock;
  return shownAs(AdminVariant)({
    ...variant,
    left: isEndless(capacity) ? null : capacity - sold - held,
    parts: parts.map(({ title, options, ...part }) => ({ ...part, title: variantName(title, options) })),
  });
}

/**
 * Creates a product with its variants and their stock, in one transaction.
 *
 * @param staff null for the demo's own products, which no one made
 * @returns its id
 * @throws AppError `invalid_input` with each field that is wrong
 */
export async function createProduct(db: Database, staff: Principal | null, input: ProductDraft): Promise<number> {
  return inTransaction(db, async (tx) => {
    await store.lockEditing(tx);
    return save(tx, staff, input);
  });
}

/**
 * Saves a product with its variants. Of two people who save at once, the later one is refused, and nothing of the earlier
 * one is lost. A variant keeps its stock, its orders keep their prices, and an order that is being placed is priced
 * again.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `invalid_input` with each field that is wrong
 */
export async function changeProduct(
  { db, nudge }: Deps,
  staff: Principal,
  id: number,
  { version, ...input }: BodyOf<typeof changeContract>,
): Promise<AdminProduct> {
  const product = await inTransaction(db, async (tx) => {
    await store.lockEditing(tx);
    requireVersion(requireFound((await store.findRecords(tx, [id])).get(id)), version);
    await save(tx, staff, { ...input, id });
    return getAdminProduct(tx, id);
  });
  nudge("back-in-stock");
  return product;
}

async function save(tx: Tx, staff: Principal | null, draft: ProductDraft): Promise<number> {
  const plan = await planProducts(tx, [draft]);
  requireNoProblems(plan);
  const [id] = (await saveProducts(tx, plan, staff?.id ?? null)) as [number];
  if (staff !== null) await recordSave(tx, staff, id, plan.befores.get(id));
  return id;
}

/** @throws AppError `invalid_input` with each field that is wrong */
function requireNoProblems({ problems }: Plan): void {
  if (problems.length === 0) return;
  const errors = problems.map(({ path, message }) => ({ path, message }));
  throw new AppError("invalid_input", { message: errors[0]!.message, errors });
}

async function recordSave(tx: Tx, staff: Principal, id: number, before: ProductRecord | undefined): Promise<void> {
  const target = { kind: "product" as const, id };
  const after = (await store.findRecords(tx, [id])).get(id)!;
  if (before === undefined) {
    const { title, slug, kind, publication, variants } = after;
    const skus = variants.map(({ sku }) => sku);
    return recordAction(tx, {
      staff,
      action: "product.created",
      target,
      after: { title, slug, kind, publication, skus },
    });
  }
  const differs = differencesOf(before, after);
  if (Object.keys(differs.after).length === 0) return;
  await recordAction(tx, { staff, action: "product.changed", target, ...differs });
}

/** What a save changed, for the activity log: of variants, only those that differ. Their stock has a history of its own. */
function differencesOf(was: ProductRecord, is: ProductRecord) {
  const fields = (record: ProductRecord): Record<string, unknown> => {
    const { version: _, variants, ...rest } = record;
    const shown = variants.map(({ stock: __, isLow: ___, hasOrders: ____, stockId: _____, ...variant }) => variant);
    return { ...rest, ...Object.fromEntries(shown.map((variant) => [variant.sku, variant])) };
  };
  const [before, after] = [fields(was), fields(is)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const only = (all: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, all[name] ?? null]));
  return { before: only(before), after: only(after) };
}
