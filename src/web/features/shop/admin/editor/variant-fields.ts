import type { ProductInput } from "#contract/shop/products.ts";
import type { VariantForm } from "./product-form.ts";

/** How a field of a variant is typed. */
type FieldKind = "text" | "money" | "whole" | "decimal" | "time" | "day" | "picture";

/** The fields that hold one value. */
export type VariantField = Exclude<keyof VariantForm, "id" | "options" | "parts">;

/** What each of them is called, and how it is typed. */
export const variantFields: Record<VariantField, { label: string; kind: FieldKind; isRequired?: boolean }> = {
  sku: { label: "SKU", kind: "text", isRequired: true },
  priceCents: { label: "Price", kind: "money", isRequired: true },
  compareAtCents: { label: "Compare-at price", kind: "money" },
  costCents: { label: "Cost per unit", kind: "money" },
  onHand: { label: "Units on hand", kind: "whole" },
  weightGrams: { label: "Weight (oz)", kind: "decimal" },
  lowStockAt: { label: "Low stock at", kind: "whole" },
  maxPerOrder: { label: "Most per order", kind: "whole", isRequired: true },
  maxPerPerson: { label: "Most per person", kind: "whole" },
  salesStartAt: { label: "Sales start (drop)", kind: "time" },
  salesEndAt: { label: "Sales end", kind: "time" },
  preorderShipsOn: { label: "Pre-order ships on", kind: "day" },
  picture: { label: "Picture", kind: "picture" },
};

/** The parts of the variants panel, each with the fields that it shows. */
export const variantViews = {
  price: { label: "Prices", fields: ["sku", "priceCents", "compareAtCents", "costCents"] },
  stock: { label: "Stock", fields: ["onHand", "weightGrams", "lowStockAt"] },
  selling: {
    label: "Selling",
    fields: ["maxPerOrder", "maxPerPerson", "preorderShipsOn", "salesStartAt", "salesEndAt"],
  },
  pictures: { label: "Pictures", fields: ["picture"] },
} satisfies Record<string, { label: string; fields: VariantField[] }>;
export type VariantView = keyof typeof variantViews;

/** The fields of a part of the panel. Downloads weigh nothing. */
export function fieldsOf(view: VariantView, kind: ProductInput["kind"]): VariantField[] {
  const { fields }: { fields: VariantField[] } = variantViews[view];
  return fields.filter((field) => kind === "physical" || field !== "weightGrams");
}
