import { z } from "zod";
import { adminEndpoint } from "../endpoint.ts";
import { Cents, Id, Line, Version } from "../shapes.ts";
import { usStates } from "./us-states.ts";

const State = z.string().refine((code) => Object.hasOwn(usStates, code), "Choose a state");
const Zip = z
  .string()
  .trim()
  .regex(/^\d{5}$/, "Enter a ZIP Code with 5 digits, such as 11238");
const Grams = z.int().min(0).max(1_000_000);

/** What sales tax tells apart: the categories of products, and shipping. */
export const TaxedCategory = z.enum(["clothing", "general", "media", "digital", "shipping"]);
export type TaxedCategory = z.infer<typeof TaxedCategory>;

/**
 * A shipping rate. Rates that name a state replace the rates for everywhere in it. Rates with different names are
 * options that buyers choose from.
 */
export const ShippingRate = z.strictObject({
  /** Omitted for a new one. */
  id: Id.optional(),
  /** What buyers choose: "Ground". */
  name: Line(1, 60),
  /** USPS codes; empty: everywhere in the US. */
  states: z.array(State).max(60),
  /** The weights that it is for. The upper end is not included; null: no limit. */
  fromGrams: Grams,
  belowGrams: Grams.min(1).nullable(),
  priceCents: Cents.max(1_000_000),
  /** Free from this amount of shipped products on, after discounts; null: never free. */
  freeFromCents: Cents.nullable(),
});
export type ShippingRate = z.infer<typeof ShippingRate>;

/** Sales tax of a destination. The most exact row wins: one with a ZIP range before others, then one with a category. */
export const TaxRate = z.strictObject({
  state: State,
  /** Both ends included, or null for the whole state. */
  zipFrom: Zip.nullable(),
  zipTo: Zip.nullable(),
  /** Null: everything, shipping included. */
  category: TaxedCategory.nullable(),
  /** Thousandths of a percent: 8875 is 8.875%. */
  rate: z.int().min(0).max(30_000),
  /**
   * Items are free of this tax if one unit costs less than this after its discount; null: taxed at any price. Never
   * applies to shipping.
   */
  freeBelowCents: Cents.min(1).max(1_000_000).nullable().default(null),
});
export type TaxRate = z.infer<typeof TaxRate>;

/** Shipping rates and sales tax, in the order that staff gave them. Saved as a whole. */
export const DeliverySettings = z.object({
  version: Version,
  rates: z.array(ShippingRate.extend({ id: Id })),
  taxes: z.array(TaxRate),
});
export type DeliverySettings = z.infer<typeof DeliverySettings>;

/** What applies to the next order, with the version that a save names. */
export const getDelivery = adminEndpoint("GET /api/admin/delivery", "Shipping rates and sales tax", {
  reply: DeliverySettings,
});

/** Applies to the next order; placed orders keep theirs. One save at a time; `invalid_input` names the row. */
export const saveDelivery = adminEndpoint(
  "PUT /api/admin/delivery",
  "Replace shipping rates and sales tax: all of them, or nothing if a weight has no rate or two rows overlap",
  {
    maxBytes: 1_000_000,
    body: z.strictObject({
      version: Version,
      rates: z.array(ShippingRate).max(500),
      taxes: z.array(TaxRate).max(5000),
    }),
    reply: DeliverySettings,
    errors: ["invalid_input", "edited_meanwhile"],
  },
);
