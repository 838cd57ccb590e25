import type { ImportPreview } from "#contract/shop/imports.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { toDraft } from "./drafts.ts";
import type { ProductsRead, Remark } from "./formats/sheet.ts";
import { collectPictures, type PictureWish } from "./pictures/rules.ts";
import { findKnownUrls } from "./pictures/store.ts";
import type { ImportPlan, LeftOut, PlannedProduct } from "./plan.ts";
import type { ProductDraft } from "../editing/rules.ts";
import { fieldColumns } from "./cells.ts";

const maxListed = 500;

/** A product's pictures that it wasn't given before. */
export interface PlannedPictures {
  planned: PlannedProduct;
  wishes: PictureWish[];
}

/** The pictures that are new to their products, and remarks about addresses that none can be fetched from. */
export async function planPictures(
  tx: Tx,
  { planned }: ImportPlan,
): Promise<{ pictures: PlannedPictures[]; remarks: Remark[] }> {
  const ids = planned.flatMap(({ before }) => before?.id ?? []);
  const known = new Set((await findKnownUrls(tx, ids)).map(({ productId, url }) => `${productId} ${url}`));
  const remarks: Remark[] = [];
  const pictures = planned.flatMap((product) => {
    const { wishes, wrong } = collectPictures(product.sheet);
    for (const { row, url } of wrong) {
      remarks.push({
        row,
        field: "Images",
        message: `“${url.slice(0, 80)}” isn't a web address, so this picture is left out`,
      });
    }
    const fresh = wishes.filter(({ url }) => !known.has(`${product.before?.id} ${url}`));
    return fresh.length === 0 ? [] : [{ planned: product, wishes: fresh }];
  });
  return { pictures, remarks };
}

/** Counts what importing changes. */
export function countChanges({ planned }: ImportPlan): Pick<ImportPreview, "created" | "changed" | "unchanged"> {
  const changing = planned.filter(({ file }) => file.isChanged);
  const created = changing.filter(({ before }) => before === undefined).length;
  return { created, changed: changing.length - created, unchanged: planned.length - changing.length };
}

/** Shows a plan to staff, in the headings of their file. */
export function toPreview(
  read: ProductsRead,
  plan: ImportPlan,
  { pictures, remarks }: Awaited<ReturnType<typeof planPictures>>,
): ImportPreview {
  const inFile = ({ field, ...rest }: LeftOut): LeftOut => ({ ...rest, field: read.headings[field] ?? field });
  const leftOut = mergeAlike(plan.leftOut.map(inFile));
  return {
    format: read.format,
    ...countChanges(plan),
    products: plan.planned
      .filter(({ file }) => file.isChanged)
      .slice(0, maxListed)
      .map(({ file: { draft }, before }) => ({
        title: draft.title,
        handle: draft.slug,
        isNew: before === undefined,
        variants: draft.variants.length,
        ...findChanges(draft, before && toDraft(before)),
      })),
    leftOut: leftOut.slice(0, maxListed),
    leftOutRows: new Set(leftOut.flatMap(({ rows }) => rows)).size,
    remarks: mergeAlike(
      [...plan.remarks, ...remarks].map(({ row, ...rest }) => inFile({ ...rest, rows: [row] })),
    ).slice(0, maxListed),
    unreadColumns: read.unreadColumns,
    questions: plan.questions,
    collections: [...plan.unknownCollections.values()].map(({ name, products, isSuggested }) => ({
      name,
      products,
      isSuggested,
    })),
    hosts: countHosts(pictures),
  };
}

/** The same sentence about several rows is one. */
function mergeAlike(list: LeftOut[]): LeftOut[] {
  const alike = new Map<string, LeftOut>();
  for (const { rows, field, message } of list) {
    const key = `${field}\n${message}`;
    const former = alike.get(key)?.rows ?? [];
    alike.set(key, { field, message, rows: [...new Set([...former, ...rows])].toSorted((a, b) => a - b) });
  }
  return [...alike.values()].toSorted((some, other) => some.rows[0]! - other.rows[0]!);
}

function countHosts(pictures: PlannedPictures[]): ImportPreview["hosts"] {
  const counts = new Map<string, number>();
  for (const { host } of pictures.flatMap(({ wishes }) => wishes)) counts.set(host, (counts.get(host) ?? 0) + 1);
  return Array.from(counts, ([host, count]) => ({ host, pictures: count })).toSorted((a, b) => b.pictures - a.pictures);
}

/** What a draft changes of a product: the columns, and how many variants are new. */
interface DraftChanges {
  fields: string[];
  newVariants: number;
}

/** Fields of a new variant that are no change of an existing one. */
const identity = new Set(["id", "onHand"]);

const differs = (some: unknown, other: unknown) => JSON.stringify(some ?? null) !== JSON.stringify(other ?? null);

/** Compares a draft with the product as it is; everything of a new one is new. */
function findChanges(draft: ProductDraft, former: ProductDraft | undefined): DraftChanges {
  const newVariants = draft.variants.filter(({ id }) => id === undefined).length;
  if (former === undefined) return { fields: [], newVariants };
  const fields = new Set<string>();
  for (const field of Object.keys(draft) as (keyof ProductDraft)[]) {
    if (field === "id" || field === "variants" || !differs(draft[field], former[field])) continue;
    fields.add(field === "options" ? "Options" : (fieldColumns[field] ?? field));
  }
  for (const variant of draft.variants) {
    const was = former.variants.find(({ id }) => id === variant.id);
    if (was === undefined) continue;
    for (const field of Object.keys(variant) as (keyof typeof variant)[]) {
      if (identity.has(field) || !differs(variant[field], was[field])) continue;
      fields.add(field === "options" ? "Options" : (fieldColumns[field] ?? field));
    }
  }
  return { fields: [...fields], newVariants };
}
