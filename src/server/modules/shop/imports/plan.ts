import type { Tx } from "#server/platform/db/database.ts";
import { planProducts, type Plan } from "../editing/save.ts";
import { findRecords } from "../editing/store.ts";
import { fold } from "../editing/rules.ts";
import { toCell, type CellProblem } from "./cells.ts";
import { mergeSheet, type FileDraft, type Group, type Names } from "./drafts.ts";
import type { CollectionSheet, ProductsRead, ProductSheet, Remark } from "./formats/sheet.ts";
import { resolveSkus, type KnownVariant, type SkuAnswers, type SkuQuestion } from "./resolve-skus.ts";
import * as store from "./store.ts";

/** Rows that aren't imported, and why. */
export interface LeftOut {
  rows: number[];
  field: string;
  message: string;
}

/** A product that a file creates or changes, or that is as it is there. */
export interface PlannedProduct {
  sheet: ProductSheet;
  file: FileDraft;
  before: Group["before"];
}

/** What importing a file would do. */
export interface ImportPlan {
  planned: PlannedProduct[];
  /** The save of those that change. */
  save: Plan;
  leftOut: LeftOut[];
  remarks: Remark[];
  questions: SkuQuestion[];
  /** Collections that don't exist, by their name, with the number of products in them. */
  unknownCollections: Map<string, CollectionSheet & { products: number; row: number }>;
}

/**
 * Compares a file with the shop. Rows that can't be saved are left out: a variant by itself, or the whole product if what
 * is wrong belongs to that. What remains can be saved as a whole.
 *
 * The caller holds `lockEditing`, so that what was compared stays true until it saves.
 */
export async function planImport(tx: Tx, read: ProductsRead, answers: SkuAnswers): Promise<ImportPlan> {
  const variants = await store.findAllVariants(tx);
  const { groups: found, leftOut } = await findGroups(tx, read.products, variants);
  const resolved = resolveSkus(found, variants, answers);
  const names: Names = {
    collections: await findCollectionNames(tx),
    variants: new Map(variants.map(({ sku, id }) => [fold(sku), id])),
  };
  const remarks: Remark[] = [...read.remarks, ...resolved.remarks];
  for (const problem of [...read.leftOut, ...resolved.leftOut]) leftOut.push({ ...problem, rows: [problem.row] });
  let open = resolved.groups.filter(({ sheet }) => {
    if (sheet.variants.length > 0) return true;
    const message = "The product has no variant that can be imported";
    if (sheet.otherRows.length > 0) leftOut.push({ rows: sheet.otherRows, field: "row", message });
    return false;
  });
  for (;;) {
    const merged = open.map((group) => ({ group, ...mergeSheet(group, names) }));
    const drafts = merged.flatMap(({ draft, group }) => (draft === undefined ? [] : [{ group, file: draft }]));
    const changing = drafts.filter(({ file }) => file.isChanged);
    const save = await planProducts(
      tx,
      changing.map(({ file }) => file.draft),
    );
    const problems = new Map<Group, CellProblem[]>(merged.map(({ group, problems: own }) => [group, [...own]]));
    for (const { draft, path, message } of save.problems) {
      const { group, file } = changing[draft]!;
      problems.get(group)!.push(toCell(file, path, message));
    }
    if ([...problems.values()].every((own) => own.length === 0)) {
      const unknownCollections: ImportPlan["unknownCollections"] = new Map();
      for (const { group, unknownCollections: unknown, remarks: own } of merged) {
        remarks.push(...own);
        for (const one of unknown) addUnknown(unknownCollections, one, group.sheet.shared.row);
      }
      const planned = drafts.map(({ group, file }) => ({ sheet: group.sheet, before: group.before, file }));
      return { planned, save, leftOut, remarks, questions: resolved.questions, unknownCollections };
    }
    open = open.flatMap((group) => leaveOut(group, problems.get(group)!, leftOut));
  }
}

function addUnknown(unknown: ImportPlan["unknownCollections"], one: CollectionSheet, row: number): void {
  const former = unknown.get(fold(one.name));
  if (former === undefined) unknown.set(fold(one.name), { ...one, products: 1, row });
  else {
    former.products += 1;
    former.isSuggested ||= one.isSuggested;
  }
}

/** Removes what is wrong with a product, and says so: some of its variants, or all of it. */
function leaveOut(group: Group, problems: CellProblem[], leftOut: LeftOut[]): Group[] {
  if (problems.length === 0) return [group];
  const { sheet } = group;
  const wrong = new Set(problems.map(({ row }) => row));
  const variants = sheet.variants.filter(({ row }) => !wrong.has(row));
  const isWhole = variants.length === 0 || problems.some(({ isOfVariant }) => isOfVariant !== true);
  const all = [...new Set([...sheet.variants.map(({ row }) => row), ...sheet.otherRows])].toSorted((a, b) => a - b);
  problems.forEach(({ row, field, message }, at) => {
    // The rows that go with it are named once.
    const others = isWhole && at === 0 ? all.filter((other) => other !== row && !wrong.has(other)) : [];
    leftOut.push({ rows: [row, ...others], field, message });
  });
  return isWhole ? [] : [{ ...group, sheet: { ...sheet, variants } }];
}

/** The products of a file with those of the shop: by their handle, or by their SKUs if the file has no handles. */
async function findGroups(tx: Tx, sheets: ProductSheet[], variants: KnownVariant[]) {
  const owners = new Map(variants.map(({ sku, productId }) => [fold(sku), productId]));
  const bySlug = await store.findIdsBySlug(
    tx,
    sheets.map(({ handle }) => handle),
  );
  const formerly = await store.findIdsByFormerSlug(
    tx,
    sheets.map(({ handle }) => handle),
  );
  const idOf = (sheet: ProductSheet) => {
    const bySku = sheet.variants.flatMap(({ cells }) => owners.get(fold(cells.SKU ?? "")) ?? []);
    const named = bySlug.get(sheet.handle) ?? (sheet.isOwn ? undefined : formerly.get(sheet.handle));
    return sheet.isHandleCreated ? (bySku[0] ?? named) : named;
  };
  const ids = sheets.map(idOf);
  const records = await findRecords(tx, [...new Set(ids.filter((id) => id !== undefined))]);
  const leftOut: LeftOut[] = [];
  const seen = new Map<number, number>();
  const groups = sheets.flatMap((sheet, at): Group[] => {
    const id = ids[at];
    const first = id === undefined ? undefined : seen.get(id);
    if (first !== undefined) {
      const rows = [...sheet.variants.map(({ row }) => row), ...sheet.otherRows];
      leftOut.push({ rows, field: "SKU", message: `It belongs to the same product as row ${first}` });
      return [];
    }
    if (id !== undefined) seen.set(id, sheet.shared.row);
    return [{ sheet, before: records.get(id ?? 0) }];
  });
  return { groups, leftOut };
}

/** Ids of collections by their address and by their name in lower case. Addresses win. */
async function findCollectionNames(tx: Tx): Promise<Map<string, number>> {
  const collections = await store.findCollections(tx);
  return new Map([
    ...collections.map(({ id, name }) => [fold(name), id] as const),
    ...collections.map(({ id, slug }) => [slug, id] as const),
  ]);
}
