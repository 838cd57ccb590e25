import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Poster } from "../events/events.ts";
import { Email } from "../form-fields.ts";
import { SignupResult } from "../reminders.ts";
import {
  Cents,
  Currency,
  EventReference,
  Id,
  Instant,
  InstantOrNull,
  IntOrNull,
  Items,
  List,
  SearchText,
} from "../shapes.ts";

/** How a product reaches its buyer: `physical` is shipped or picked up at an event, `digital` is downloaded. */
export const ProductKind = z.enum(["physical", "digital"]);
export type ProductKind = z.infer<typeof ProductKind>;

/**
 * What tax rates tell products apart by. Some states exempt clothing; most treat downloads by rules of their own.
 */
export const TaxCategory = z.enum(["clothing", "general", "media", "digital"]);
export type TaxCategory = z.infer<typeof TaxCategory>;

/**
 * Whether a variant can be bought. `in_carts`: unpaid orders have the rest on hold, so more may come back. `scheduled`: a
 * drop that opens at `salesStartAt`. `ended`: it isn't sold anymore.
 */
export const VariantStatus = z.enum(["on_sale", "in_carts", "scheduled", "sold_out", "ended"]);
export type VariantStatus = z.infer<typeof VariantStatus>;

/** One choice of a product, such as a size: what is counted, priced and sold. */
export const Variant = z.object({
  id: Id,
  /** The value of each of the product's options, in their order: `["Black", "M"]`. */
  options: z.array(z.string()),
  sku: z.string(),
  priceCents: Cents,
  /** What it cost before, if that is more. */
  compareAtCents: Cents.nullable(),
  currency: Currency,
  status: VariantStatus,
  /** Units left, told only when they are few ("2 left"); null if there are plenty. */
  left: IntOrNull,
  maxPerOrder: z.int(),
  salesStartAt: InstantOrNull,
  /** Units that are made to order ship from this day on; null if it is in stock. */
  preorderShipsOn: z.iso.date().nullable(),
  /** The picture of this variant: an index into the product's pictures; null for the first one. */
  picture: IntOrNull,
});
export type Variant = z.infer<typeof Variant>;

/** The best status of a product's variants. */
export const ProductStatus = VariantStatus;

/** A product as lists show it. */
export const ProductSummary = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  /** What it is, in a few words: "Heavyweight cotton tee". */
  tagline: z.string(),
  kind: ProductKind,
  picture: Poster,
  /** A second picture for when it is pointed at: its back, or a detail. */
  altPicture: Poster.nullable(),
  /** Lowest price of what can be bought, or of all its variants if nothing can. */
  fromCents: Cents,
  /** True if its variants have different prices. */
  hasPrices: z.boolean(),
  compareAtCents: Cents.nullable(),
  currency: Currency,
  status: ProductStatus,
  /** Units left of all variants, told only when they are few; null otherwise. */
  left: IntOrNull,
  salesStartAt: InstantOrNull,
  isPreorder: z.boolean(),
  /** Its colors, in order, for the dots on its card. */
  colors: z.array(z.string()),
});
export type ProductSummary = z.infer<typeof ProductSummary>;

/** A product option and its values, in order: `Color`: `["Black", "Bone"]`. */
export const VariantOption = z.object({ name: z.string(), values: z.array(z.string()) });

/** A table of sizes: the first row has the headings. */
export const SizeGuide = z.object({ rows: z.array(z.array(z.string())), note: z.string() });
export type SizeGuide = z.infer<typeof SizeGuide>;

/** A product with everything its page shows. */
export const ProductDetail = ProductSummary.omit({ picture: true, altPicture: true }).extend({
  /** Paragraphs separated by empty lines. */
  description: z.string(),
  pictures: z.array(Poster),
  options: z.array(VariantOption),
  variants: z.array(Variant),
  sizeGuide: SizeGuide.nullable(),
  collections: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** What a bundle consists of; empty unless it is one. */
  parts: z.array(z.object({ title: z.string(), slug: z.string(), quantity: z.int() })),
  /** Events that it belongs to, soonest first. */
  events: z.array(EventReference.extend({ slug: z.string(), city: z.string(), poster: Poster })),
  /** Other products that are bought with it. */
  related: z.array(ProductSummary),
});
export type ProductDetail = z.infer<typeof ProductDetail>;

/** `featured`: in the order that staff set. */
export const ShopSort = z.enum(["featured", "newest", "price", "-price"]);
export type ShopSort = z.infer<typeof ShopSort>;

/** What a visitor narrows the shop down to. Options that repeat are separated by commas. */
export const ShopQuery = z.object({
  collection: z.string().trim().max(60).optional(),
  q: SearchText,
  size: z.string().trim().max(200).optional(),
  color: z.string().trim().max(200).optional(),
  /** Cents, both included. */
  minCents: z.coerce.number().int().min(0).max(100_000_000).optional(),
  maxCents: z.coerce.number().int().min(0).max(100_000_000).optional(),
  inStock: z.enum(["true"]).optional(),
  sort: ShopSort.default("featured"),
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number)
    .optional(),
  /** Fewer than a page: for a row of products on another page. */
  most: z.coerce.number().int().min(1).max(20).optional(),
});
export type ShopQuery = z.infer<typeof ShopQuery>;

const Choice = z.object({ value: z.string(), count: z.int() });

/** A page of the shop, and what else it could be narrowed down to. Twenty products a page. */
export const ShopList = List(ProductSummary).extend({
  /** Every collection that has products on sale, in order. */
  collections: z.array(z.object({ slug: z.string(), name: z.string(), description: z.string(), count: z.int() })),
  sizes: z.array(Choice),
  colors: z.array(Choice),
  prices: z.object({ minCents: Cents, maxCents: Cents }).nullable(),
});
export type ShopList = z.infer<typeof ShopList>;

/** Depends on the query alone, never on the caller. */
export const listProducts = endpoint("GET /api/shop/products", "Products on sale, narrowed down and sorted", {
  access: "public",
  shared: true,
  query: ShopQuery,
  reply: ShopList,
});

/** `not_found` for drafts and archived products. */
export const getProduct = endpoint("GET /api/shop/products/{slug}", "One product with its variants and what is left", {
  access: "public",
  shared: true,
  params: z.object({ slug: z.string().regex(/^[a-z0-9-]{1,80}$/) }),
  reply: ProductDetail,
});

/** For countdowns: a device's own clock may be wrong. */
export const readShopTime = endpoint("GET /api/shop/time", "The time by the clock that opens drops", {
  access: "public",
  shared: true,
  reply: z.object({ now: Instant }),
});

/**
 * The reply never says whether the address is known: one that nobody confirmed gets one email to confirm first, and nothing
 * changes for one that waits already, or waits for too much.
 */
export const askBackInStock = endpoint(
  "POST /api/shop/variants/{id}/back-in-stock",
  "Get one email when a sold-out variant is available again",
  {
    access: "public",
    limit: "note",
    params: z.object({
      id: z
        .string()
        .regex(/^[1-9]\d{0,15}$/)
        .transform(Number)
        .pipe(Id),
    }),
    body: z.strictObject({ email: Email }),
    reply: SignupResult,
    status: 202,
    errors: ["not_found", "too_many_requests"],
  },
);

/** Products for an event's page. */
export const listEventProducts = endpoint("GET /api/events/{id}/products", "Products that belong to an event", {
  access: "public",
  shared: true,
  params: z.object({
    id: z
      .string()
      .regex(/^[1-9]\d{0,15}$/)
      .transform(Number)
      .pipe(Id),
  }),
  reply: Items(ProductSummary),
});
