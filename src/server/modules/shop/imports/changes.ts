import type { ProductDraft } from "../editing/rules.ts";
import { fieldColumns } from "./cells.ts";

/** What a draft changes of a product: the columns, and how many variants are new. */
interface DraftChanges {
  fields: string[];
  newVariants: number;
}

/** Fields of a new variant that are no change of an existing one. */
const identity = new Set(["id", "onHand"]);

const differs = (some: unknown, other: unknown) => JSON.stringify(some ?? null) !== JSON.stringify(other ?? null);

/** Compares a draft with the product as it is; everything of a new one is new. */
export function findChanges(draft: ProductDraft, former: ProductDraft | undefined): DraftChanges {
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
