import type { ImportResult, ProductListQuery } from "#contract/shop/products.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { fieldError } from "#server/platform/app-error.ts";
import type { SheetFile } from "#server/platform/csv.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { readTable } from "#server/platform/tables/read-table.ts";
import { saveProducts } from "../editing/save.ts";
import { findRecords, lockEditing } from "../editing/store.ts";
import { isOwnHeader, readOwnFile } from "../imports/formats/own.ts";
import type { ProductsRead } from "../imports/formats/sheet.ts";
import { planImport } from "../imports/plan.ts";
import { countChanges } from "../imports/preview.ts";
import * as store from "../imports/store.ts";
import { columns, toCells } from "./format.ts";

const productsPerPage = 200;

/** All variants as a file that can be imported again. */
export function productFileOf(db: Database, { show }: Pick<ProductListQuery, "show">): SheetFile {
  async function* pages() {
    const slugs = new Map((await store.findCollections(db)).map(({ id, slug }) => [id, slug]));
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
 * Imports a file of our own from text: all of it or, with a single problem, nothing. Without `apply` it only says what it
 * would do. The import of files from other shops leaves rows out instead (`imports/service.ts`).
 *
 * @returns how many products are created, changed and as they are, and each cell that is wrong
 * @throws AppError `invalid_input` if the text is no table with the columns that it needs
 */
export async function importProducts(
  { db, nudge }: Deps,
  staff: Principal,
  { csv, apply }: { csv: string; apply: boolean },
): Promise<ImportResult> {
  const read = await readText(csv);
  if ("row" in read) {
    if (read.row === 1) throw fieldError("csv", read.message);
    return refused([read]);
  }
  const result = await inTransaction(db, async (tx) => {
    await lockEditing(tx);
    return importRead(tx, staff, read, apply);
  });
  nudge("back-in-stock");
  return result;
}

type Problem = ImportResult["problems"][number];

async function readText(text: string): Promise<ProductsRead | Problem> {
  const { rows: lines, unread } = await readTable({ text }, { rows: maxRows + 1 });
  const [broken] = unread;
  if (broken !== undefined) return { row: broken.line, field: "row", message: broken.message };
  const [header = { line: 1, cells: [] }, ...rows] = lines;
  if (!isOwnHeader(header)) {
    const field = header.cells.some((name) => /^handle$/i.test(name.trim())) ? "SKU" : "Handle";
    return { row: 1, field, message: `The first row must name the column ${field}` };
  }
  const read = readOwnFile(header, rows);
  if (read.products.length + read.leftOut.length > 0) return read;
  return { row: 2, field: "row", message: "This file has no products" };
}

const refused = (problems: Problem[]): ImportResult => ({
  created: 0,
  changed: 0,
  unchanged: 0,
  problems: problems.toSorted((some, other) => some.row - other.row).slice(0, 500),
});

async function importRead(tx: Tx, staff: Principal, read: ProductsRead, apply: boolean): Promise<ImportResult> {
  const plan = await planImport(tx, read, new Map());
  const problems: Problem[] = [
    ...plan.leftOut.map(({ rows: [row], field, message }) => ({ row: row!, field, message })),
    ...Array.from(plan.unknownCollections.values(), ({ row, name }) => ({
      row,
      field: "Collections",
      message: `There's no collection “${name}”`,
    })),
    ...plan.questions.map(({ row, sku, looksLike }) => ({
      row,
      field: "SKU",
      message: `“${sku}” looks like the SKU ${looksLike.sku}, as a spreadsheet rewrites it. Enter the SKU again`,
    })),
  ];
  if (problems.length > 0) return refused(problems);
  const counts = countChanges(plan);
  if (apply && plan.save.drafts.length > 0) {
    await saveProducts(tx, plan.save, staff.id);
    const target = { kind: "product_import", id: read.products.length } as const;
    const handles = plan.save.drafts.map(({ slug }) => slug);
    await recordAction(tx, { staff, action: "product_import.uploaded", target, after: { ...counts, handles } });
  }
  return { ...counts, problems: [] };
}
