import type { ImportResult, ProductListQuery } from "#contract/shop/products.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { fieldError } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { SheetFile } from "#server/platform/csv.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { planProducts, saveProducts } from "../editing/save.ts";
import { findRecords, lockEditing } from "../editing/store.ts";
import { toCell, type CellProblem } from "./cells.ts";
import { mergeRows, type FileDraft, type Group, type Names } from "./drafts.ts";
import { columns, readSheet, toCells, type SheetRow } from "./format.ts";
import * as store from "./store.ts";

const productsPerPage = 200;

/** All variants as a file that can be imported again. */
export function productFileOf(db: Database, { show }: Pick<ProductListQuery, "show">): SheetFile {
  async function* pages() {
    const slugs = new Map(Array.from(await store.findCollectionIds(db), ([slug, id]) => [id, slug]));
    for (let after = 0; ;) {
      const ids = await store.findIdsAfter(db, after, show, productsPerPage);
      const records = await findRecords(db, ids);
      const rows = ids.flatMap((id) => {
        const record = records.get(id);
        return record === undefined ? [] : record.variants.map((variant) => toCells(record, variant, slugs));
      });
      yield rows;
      if (ids.length < productsPerPage) return;
      after = ids.at(-1)!;
    }
  }
  return { header: [...columns], pages: pages() };
}

const maxRows = 5000;

/**
 * Imports a file of variants: all of it or, with a single problem, nothing. Without `apply` it only says what it would
 * do. Saves everything in a few statements, under the same rules as the editor.
 *
 * @returns how many products are created, changed and as they are, and each cell that is wrong
 * @throws AppError `invalid_input` if the text is no table with the columns that it needs
 */
export async function importProducts(
  { db, nudge }: Deps,
  staff: Principal,
  { csv, apply }: { csv: string; apply: boolean },
): Promise<ImportResult> {
  const rows = readSheet(csv);
  if (!Array.isArray(rows)) {
    if (rows.row === 1) throw fieldError("csv", rows.message);
    return refused([rows]);
  }
  if (rows.length === 0) return refused([{ row: 2, field: "row", message: "This file has no products" }]);
  if (rows.length > maxRows) {
    const message = `A file can have up to ${maxRows.toLocaleString("en-US")} rows. Split it.`;
    return refused([{ row: maxRows + 2, field: "row", message }]);
  }
  const result = await inTransaction(db, async (tx) => {
    await lockEditing(tx);
    return importRows(tx, staff, rows, apply);
  });
  nudge("back-in-stock");
  return result;
}

const refused = (problems: CellProblem[]): ImportResult => ({
  created: 0,
  changed: 0,
  unchanged: 0,
  problems: problems.toSorted((some, other) => some.row - other.row).slice(0, 500),
});

async function importRows(tx: Tx, staff: Principal, rows: SheetRow[], apply: boolean): Promise<ImportResult> {
  const nameless = rows.filter(({ cells }) => !cells.Handle);
  const problems: CellProblem[] = nameless.map(({ row }) => ({
    row,
    field: "Handle",
    message: "Enter the product's handle",
  }));
  const merged: FileDraft[] = [];
  const names = await findNames(tx, rows);
  for (const group of await groupRows(tx, rows)) {
    const found = mergeRows(group, names);
    if (Array.isArray(found)) problems.push(...found);
    else merged.push(found);
  }
  const changing = merged.filter(({ isChanged }) => isChanged);
  const plan = await planProducts(
    tx,
    changing.map(({ draft }) => draft),
  );
  for (const { draft, path, message } of plan.problems) problems.push(toCell(changing[draft]!, path, message));
  if (problems.length > 0) return refused(problems);
  const created = changing.filter(({ draft }) => draft.id === undefined).length;
  const counts = { created, changed: changing.length - created, unchanged: merged.length - changing.length };
  if (apply && changing.length > 0) {
    await saveProducts(tx, plan, staff.id);
    const target = { kind: "product_import", id: rows.length } as const;
    const handles = changing.map(({ draft }) => draft.slug);
    await recordAction(tx, { staff, action: "product_import.uploaded", target, after: { ...counts, handles } });
  }
  return { ...counts, problems: [] };
}

async function findNames(tx: Tx, rows: SheetRow[]): Promise<Names> {
  const skus = rows.flatMap(({ cells }) =>
    (cells.Parts ?? "").split(";").flatMap((part) => /^\S+/.exec(part.trim())?.[0].toLowerCase() ?? []),
  );
  return { collections: await store.findCollectionIds(tx), variants: await store.findIdsBySku(tx, skus) };
}

/** Rows by their handle, in the order of the file, with the products that have these. */
async function groupRows(tx: Tx, rows: SheetRow[]): Promise<Group[]> {
  const groups = new Map<string, SheetRow[]>();
  for (const row of rows) {
    const handle = row.cells.Handle;
    if (handle) groups.set(handle, [...(groups.get(handle) ?? []), row]);
  }
  const ids = await store.findIdsBySlug(tx, [...groups.keys()]);
  const records = await findRecords(tx, [...ids.values()]);
  return Array.from(groups, ([handle, of]) => ({ rows: of, before: records.get(ids.get(handle) ?? 0) }));
}
