import type { SaleItem } from "#server/modules/purchasables/index.ts";

/** The kind of variants among everything that is sold. */
export const variantKind = "variant";

/** A variant with everything needed to sell it. Cents of its product's currency. */
export interface VariantOnSale extends Pick<
  SaleItem,
  "currency" | "maxPerOrder" | "maxPerPerson" | "stockId" | "saleVersion" | "draws" | "weightGrams" | "isHidden"
> {
  id: number;
  title: string;
  options: string[];
  priceCents: number;
  kind: "physical" | "digital";
  taxCategory: string;
  /** By the database clock; says nothing about how many are left. */
  status: "on_sale" | "scheduled" | "ended";
}

/** What an order calls a variant: "Yard Tee · Black / M". */
export const variantName = (title: string, options: string[]): string =>
  options.length === 0 ? title : `${title} · ${options.join(" / ")}`;

/** A variant as orders sell it. */
export const toSaleItem = (variant: VariantOnSale): SaleItem => ({
  kind: variantKind,
  itemId: variant.id,
  name: variantName(variant.title, variant.options),
  currency: variant.currency,
  eventId: null,
  unitCents: variant.priceCents,
  feeCents: 0,
  minimumCents: null,
  minPerOrder: 1,
  maxPerOrder: variant.maxPerOrder,
  maxPerPerson: variant.maxPerPerson,
  stockId: variant.stockId,
  saleVersion: variant.saleVersion,
  draws: variant.draws,
  closed: { on_sale: null, scheduled: "sales haven't started yet", ended: "sales have ended" }[variant.status],
  isHidden: variant.isHidden,
  accessCode: null,
  piecesPerUnit: 1,
  refundUntil: undefined,
  refundFees: false,
  handling: variant.kind === "digital" ? "digital" : "ship",
  weightGrams: variant.kind === "digital" ? 0 : variant.weightGrams,
  taxCategory: variant.taxCategory,
});
