import type { VariantForm } from "./product-form.ts";

/** How a field of a variant is typed. */
export type FieldKind = "text" | "money" | "whole" | "time" | "day";

/** The fields that hold one value. */
export type VariantField = Exclude<keyof VariantForm, "id" | "options" | "parts" | "picture">;

/** What each of them is called, and how it is typed. */
export const variantFields: Record<VariantField, { label: string; kind: FieldKind }> = {
  sku: { label: "SKU", kind: "text" },
  priceCents: { label: "Price", kind: "money" },
  compareAtCents: { label: "Compare-at price", kind: "money" },
  costCents: { label: "Cost per unit", kind: "money" },
  onHand: { label: "Units on hand", kind: "whole" },
  weightGrams: { label: "Weight in grams", kind: "whole" },
  lowStockAt: { label: "Low stock alert at", kind: "whole" },
  maxPerOrder: { label: "Most per order", kind: "whole" },
  maxPerPerson: { label: "Most per person", kind: "whole" },
  salesStartAt: { label: "Sales start (drop)", kind: "time" },
  salesEndAt: { label: "Sales end", kind: "time" },
  preorderShipsOn: { label: "Pre-order, ships on", kind: "day" },
};

/** The parts of the variants panel, each with the fields that it shows. */
export const variantViews = {
  price: { label: "Prices", fields: ["sku", "priceCents", "compareAtCents", "costCents"] },
  stock: { label: "Stock", fields: ["weightGrams", "lowStockAt"] },
  selling: {
    label: "Selling",
    fields: ["maxPerOrder", "maxPerPerson", "preorderShipsOn", "salesStartAt", "salesEndAt"],
  },
  looks: { label: "Pictures & bundles", fields: [] },
} satisfies Record<string, { label: string; fields: VariantField[] }>;
export type VariantView = keyof typeof variantViews;
