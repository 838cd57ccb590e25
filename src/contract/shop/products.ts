import { z } from "zod";
import { adminEndpoint, fileEndpoint, listEndpoint } from "../endpoint.ts";
import { Poster } from "../events/events.ts";
import {
  ById,
  Cents,
  Currency,
  CursorList,
  Id,
  Instant,
  InstantOrNull,
  IntOrNull,
  Items,
  Line,
  SearchText,
  TextOrNull,
  Version,
  paging,
} from "../shapes.ts";
import { ProductKind, SizeGuide, TaxCategory } from "./shop.ts";
import { StockCounts } from "../events/ticket-types.ts";

/** `draft`: only staff see it. `active`: on sale. `archived`: no longer sold, kept for its orders. */
export const Publication = z.enum(["draft", "active", "archived"]);
export type Publication = z.infer<typeof Publication>;

/** Why stock changed besides sales and refunds. */
export const StockReason = z.enum(["received", "counted", "damaged", "given_away", "returned", "opening"]);
export type StockReason = z.infer<typeof StockReason>;

const Sku = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, "Use up to 40 letters, digits, dots, dashes or underscores");

/** A variant from its editor. Omitted fields are unset. */
export const VariantInput = z.strictObject({
  /** Omitted for a new one. */
  id: Id.optional(),
  /** A value for each option of the product. */
  options: z.array(Line(1, 40)).max(3),
  sku: Sku,
  priceCents: Cents.min(1),
  compareAtCents: Cents.optional(),
  /** What one unit costs the organizer. */
  costCents: Cents.optional(),
  weightGrams: z.int().min(0).max(100_000).default(0),
  /**
   * Only for a new variant: units on hand. Without it, a physical variant has none; downloads and bundles have as many
   * as anyone asks for. Later changes are stock adjustments.
   */
  onHand: z.int().min(0).max(1_000_000).optional(),
  /** Email staff when this many or fewer are left. */
  lowStockAt: z.int().min(0).max(1_000_000).optional(),
  maxPerOrder: z.int().min(1).max(100).default(10),
  maxPerPerson: z.int().min(1).max(1000).optional(),
  /** A drop: nobody can buy it before. */
  salesStartAt: Instant.optional(),
  salesEndAt: Instant.optional(),
  preorderShipsOn: z.iso.date().optional(),
  /** An index into the product's pictures. */
  picture: z.int().min(0).max(19).optional(),
  /** A bundle: what one unit takes of other variants. */
  parts: z
    .array(z.strictObject({ variantId: Id, quantity: z.int().min(1).max(20) }))
    .max(10)
    .default([]),
});

/** A whole product from its editor. */
export const ProductInput = z.strictObject({
  title: Line(2, 120),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use lowercase letters, digits and dashes")
    .max(80),
  tagline: Line(0, 160).default(""),
  description: z.string().trim().max(5000).default(""),
  kind: ProductKind,
  publication: Publication,
  taxCategory: TaxCategory,
  /** Options in order: their names, and their values in order. */
  options: z.array(z.strictObject({ name: Line(1, 40), values: z.array(Line(1, 40)).min(1).max(50) })).max(3),
  variants: z.array(VariantInput).min(1).max(100),
  pictureIds: z.array(Id).max(20).default([]),
  collectionIds: z.array(Id).max(20).default([]),
  eventIds: z.array(Id).max(20).default([]),
  sizeGuide: SizeGuide.nullable().default(null),
  /** A digital product's file, uploaded before. */
  fileId: Id.optional(),
  /** Lower comes first under "Featured". */
  position: z.int().min(0).max(100_000).default(1000),
});
export type ProductInput = z.input<typeof ProductInput>;
/** `version`: the one that the editor started from. */
export const ProductChange = ProductInput.extend({ version: Version });
export type ProductChange = z.input<typeof ProductChange>;

/** A variant with its stock. Cents of the product's currency. */
export const AdminVariant = z.object({
  id: Id,
  options: z.array(z.string()),
  sku: z.string(),
  priceCents: Cents,
  compareAtCents: IntOrNull,
  costCents: IntOrNull,
  weightGrams: z.int(),
  lowStockAt: IntOrNull,
  maxPerOrder: z.int(),
  maxPerPerson: IntOrNull,
  salesStartAt: InstantOrNull,
  salesEndAt: InstantOrNull,
  preorderShipsOn: z.iso.date().nullable(),
  picture: IntOrNull,
  parts: z.array(z.object({ variantId: Id, title: z.string(), quantity: z.int() })),
  stock: StockCounts,
  /** Units on hand that nobody holds; null if it doesn't run out, as downloads. */
  left: IntOrNull,
  isLow: z.boolean(),
  /** True if it has orders: removing it archives it, and what a bundle consists of stays. */
  hasOrders: z.boolean(),
});
export type AdminVariant = z.infer<typeof AdminVariant>;

/** The file that buyers of a digital product download. */
export const ProductFile = z.object({ id: Id, name: z.string(), bytes: z.int() });
export type ProductFile = z.infer<typeof ProductFile>;

/** A product with everything its editor can change. */
export const AdminProduct = z.object({
  id: Id,
  version: Version,
  title: z.string(),
  slug: z.string(),
  tagline: z.string(),
  description: z.string(),
  kind: ProductKind,
  publication: Publication,
  taxCategory: TaxCategory,
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  variants: z.array(AdminVariant),
  /** In order. Those whose image is still being processed have no poster. */
  pictures: z.array(z.object({ id: Id, poster: Poster.nullable() })),
  collectionIds: z.array(Id),
  eventIds: z.array(Id),
  sizeGuide: SizeGuide.nullable(),
  file: ProductFile.nullable(),
  currency: Currency,
  position: z.int(),
});
export type AdminProduct = z.infer<typeof AdminProduct>;

/** A product in the staff list, with what it sold of all variants. */
export const ProductRow = z.object({
  id: Id,
  title: z.string(),
  slug: z.string(),
  kind: ProductKind,
  publication: Publication,
  picture: Poster.nullable(),
  variantCount: z.int(),
  fromCents: Cents,
  currency: Currency,
  /** Units on hand that nobody holds, of all variants; null if one doesn't run out. */
  available: IntOrNull,
  /** Units that people paid for and weren't refunded. */
  soldCount: z.int(),
  /** What they paid for them, discounts and refunds deducted, without taxes. */
  revenueCents: z.int(),
  isLow: z.boolean(),
  /** Variants that are running low: their options, such as "Black / M", empty for an only variant, and the units on hand. */
  lowVariants: z.array(z.object({ id: Id, name: z.string(), left: z.int() })),
});
export type ProductRow = z.infer<typeof ProductRow>;

/** In the order of the shop unless `sort` says otherwise. */
export const ProductListQuery = z.object({
  q: SearchText,
  show: z.enum(["all", "active", "draft", "archived", "low"]).default("all"),
  sort: z.enum(["title", "-title", "-sold", "available", "position"]).default("position"),
  kind: ProductKind.optional(),
  ...paging,
});
export type ProductListQuery = z.infer<typeof ProductListQuery>;

export const listAdminProducts = listEndpoint(
  "/api/admin/products",
  "Products with stock and sales",
  ProductListQuery,
  CursorList(ProductRow),
);

/** A product that staff choose from a list. */
export const ProductOption = z.object({ id: Id, title: z.string() });
export type ProductOption = z.infer<typeof ProductOption>;

/** Without pages, so that a select holds them all, by title, archived ones too: people have bought them. */
export const listProductOptions = adminEndpoint("GET /api/admin/product-options", "All products to choose from", {
  reply: Items(ProductOption),
});

/** One row for each product, as listed. `products.csv` has one row for each variant, to import again. */
export const exportProductList = fileEndpoint(
  "/api/admin/product-list.csv",
  ProductListQuery.omit({ page: true, cursor: true }),
  undefined,
  false,
);

export const getAdminProduct = adminEndpoint("GET /api/admin/products/{id}", "One product, as its editor shows it", {
  params: ById,
  reply: AdminProduct,
});

/** Product, variants and stock are one transaction. `invalid_input` has each field that is wrong. */
export const createProduct = adminEndpoint("POST /api/admin/products", "Create a product with its variants", {
  body: ProductInput,
  reply: AdminProduct,
  status: 201,
  errors: ["invalid_input"],
});

/** Variants keep their stock and orders their prices; an order that is being placed is priced again. */
export const changeProduct = adminEndpoint("PUT /api/admin/products/{id}", "Save a product with its variants", {
  params: ById,
  body: ProductChange,
  reply: AdminProduct,
  errors: ["not_found", "edited_meanwhile", "invalid_input"],
});

/** Limits for a digital product's file. Its bytes decide what it is, not the type that the browser declares. */
export const productFile = {
  maxBytes: 300 * 1024 * 1024,
  kinds: "audio (MP3, M4A, WAV, FLAC, OGG), ZIP or PDF",
} as const;

/** Nobody can download it until a saved product names it. */
export const uploadProductFile = adminEndpoint(
  "POST /api/admin/product-files",
  "Upload the file of a digital product; the next save of the product names it",
  {
    limit: "upload",
    upload: { types: ["application/octet-stream"], maxBytes: productFile.maxBytes, streamed: true },
    query: z.object({ fileName: Line(1, 200) }),
    reply: ProductFile,
    status: 201,
    errors: ["invalid_input", "too_large", "unsupported_media_type", "storage_full", "unavailable"],
  },
);

/** Sets how many units are on hand (`counted`) or adds or removes some (all other reasons). */
export const StockAdjustment = z.strictObject({
  reason: StockReason.exclude(["opening"]),
  /** Units that are added or, if negative, removed; for `counted` the units on hand now, those on hold included. */
  units: z.int().min(-1_000_000).max(1_000_000),
  note: Line(0, 200).default(""),
});
export type StockAdjustment = z.input<typeof StockAdjustment>;

/** Sales and refunds aren't stock changes. */
export const StockChange = z.object({
  id: Id,
  at: Instant,
  reason: StockReason,
  /** Units added or removed. */
  units: z.int(),
  /** Units that could be sold right after, those on hold included. */
  onHand: z.int(),
  note: z.string(),
  by: TextOrNull,
});
export type StockChange = z.infer<typeof StockChange>;

/** The same Idempotency-Key changes it once. `capacity_taken` if units that are sold or on hold would have to go. */
export const adjustStock = adminEndpoint(
  "POST /api/admin/variants/{id}/stock",
  "Receive, count or write off units of a variant",
  {
    idempotent: true,
    params: ById,
    body: StockAdjustment,
    reply: AdminVariant,
    errors: ["not_found", "invalid_input", "capacity_taken", "idempotency_key_required", "idempotency_key_reused"],
  },
);

export const listStockChanges = adminEndpoint(
  "GET /api/admin/variants/{id}/stock",
  "What changed a variant's stock besides its sales, latest first",
  { params: ById, reply: Items(StockChange) },
);

/** What a CSV file would change, or did. Rows are counted from 2, as a spreadsheet shows them. */
export const ImportResult = z.object({
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  problems: z.array(z.object({ row: z.int(), field: z.string(), message: z.string() })),
});
export type ImportResult = z.infer<typeof ImportResult>;

/**
 * 5,000 rows at most. `invalid_input` only if the text isn't a table with the columns; cells that are wrong are
 * `problems`.
 */
export const importProducts = adminEndpoint(
  "POST /api/admin/products/import",
  "Import variants from CSV: a dry run unless `apply` is set; any problem imports nothing",
  {
    maxBytes: 3_000_000,
    body: z.strictObject({
      csv: z.string().max(2_500_000),
      apply: z.boolean().default(false),
    }),
    reply: ImportResult,
    errors: ["invalid_input"],
  },
);

/** Drafts and archived products too, unless `show` says otherwise. */
export const exportProducts = fileEndpoint(
  "/api/admin/products.csv",
  ProductListQuery.pick({ show: true }),
  "All variants as a CSV file that can be imported again",
  false,
);
