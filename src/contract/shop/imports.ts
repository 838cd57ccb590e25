import { z } from "zod";
import { adminEndpoint } from "../endpoint.ts";
import { ById, Id, Instant, InstantOrNull, Items, Line, NoBody } from "../shapes.ts";

/** Limits for a product file. */
export const productTable = {
  types: ["application/octet-stream"],
  maxBytes: 12 * 1024 * 1024,
  maxRows: 5000,
} as const;

/** Which program wrote a file; `own`: this site's export. */
export const ProductFileFormat = z.enum(["own", "shopify", "woocommerce", "square"]);
export type ProductFileFormat = z.infer<typeof ProductFileFormat>;

/** Something to know about rows of a file, in a sentence. `field` is the file's own heading. Rows are counted from 1. */
const RowMessage = z.object({ rows: z.array(z.int()), field: z.string(), message: z.string() });

/** A product that an import creates or changes. `fields` are the columns that change. */
const ImportedProduct = z.object({
  title: z.string(),
  handle: z.string(),
  isNew: z.boolean(),
  variants: z.int(),
  newVariants: z.int(),
  fields: z.array(z.string()),
});

/** What importing a file would do now. Lists end after 500 entries; the counts don't. */
export const ImportPreview = z.object({
  format: ProductFileFormat,
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  products: z.array(ImportedProduct),
  /** Rows that aren't imported, and why. */
  leftOut: z.array(RowMessage),
  leftOutRows: z.int(),
  /** What is imported differently from how it is in the file. */
  remarks: z.array(RowMessage),
  unreadColumns: z.array(z.string()),
  /** SKUs that a spreadsheet may have rewritten. Each needs an answer before the import. */
  questions: z.array(
    z.object({
      row: z.int(),
      sku: z.string(),
      looksLike: z.object({ sku: z.string(), title: z.string(), options: z.array(z.string()) }),
    }),
  ),
  /** Collections that don't exist, and how many products are in them. Tags aren't suggested. */
  collections: z.array(z.object({ name: z.string(), products: z.int(), isSuggested: z.boolean() })),
  /** Where pictures would come from. Nothing is fetched from a host that staff didn't confirm. */
  hosts: z.array(z.object({ host: z.string(), pictures: z.int() })),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** How far an import's pictures are. */
export const ImportPictures = z.object({
  waiting: z.int(),
  done: z.int(),
  failed: z.int(),
  /** The first 100 that failed, and why. */
  failures: z.array(z.object({ id: Id, product: z.string(), url: z.string(), reason: z.string() })),
});
export type ImportPictures = z.infer<typeof ImportPictures>;

/** A product file. `preview` is null once it is imported. */
export const ProductImport = z.object({
  id: Id,
  fileName: z.string(),
  createdAt: Instant,
  importedAt: InstantOrNull,
  preview: ImportPreview.nullable(),
  pictures: ImportPictures,
});
export type ProductImport = z.infer<typeof ProductImport>;

/**
 * Reads a product file and says what importing it would do; nothing of it is imported yet. The bytes decide what it is. A
 * file that isn't imported is deleted after a day. `invalid_input` for a file without products that we can read.
 */
export const uploadProductImport = adminEndpoint(
  "POST /api/admin/product-imports",
  "Upload a product file (CSV or Excel) from here, Shopify, WooCommerce or Square, to preview its import",
  {
    limit: "upload",
    upload: { types: productTable.types, maxBytes: productTable.maxBytes },
    query: z.object({ fileName: Line(1, 200) }),
    reply: ProductImport,
    status: 201,
    errors: ["invalid_input", "too_large", "unsupported_media_type"],
  },
);

/** Files that were imported and have pictures, latest first, at most ten. */
export const listProductImports = adminEndpoint(
  "GET /api/admin/product-imports",
  "The latest imports with pictures, and how far these are",
  {
    reply: Items(
      ProductImport.pick({ id: true, fileName: true, importedAt: true }).extend({
        pictures: ImportPictures.omit({ failures: true }),
      }),
    ),
  },
);

export const getProductImport = adminEndpoint(
  "GET /api/admin/product-imports/{id}",
  "A product file: what importing it would do now, or how far its pictures are",
  { params: ById, reply: ProductImport },
);

/** What staff decided in the preview. */
export const ImportDecisions = z.strictObject({
  /** For each question, by its row: true if the SKU is the one it looks like, false if it is another. */
  skus: z
    .array(z.strictObject({ row: z.int().min(1), isSame: z.boolean() }))
    .max(5000)
    .default([]),
  /** Names of collections to create. */
  collections: z.array(Line(2, 60)).max(200).default([]),
  /** Hosts that pictures may be fetched from. */
  hosts: z.array(z.string().max(260)).max(200).default([]),
});
export type ImportDecisions = z.input<typeof ImportDecisions>;

/**
 * Imports everything that the preview doesn't leave out, in one transaction; pictures follow in the background. A repeat
 * changes nothing and has the same reply. `invalid_input` while a question has no answer.
 */
export const applyProductImport = adminEndpoint(
  "POST /api/admin/product-imports/{id}/apply",
  "Import a previewed product file; its pictures are fetched from confirmed hosts only",
  {
    params: ById,
    body: ImportDecisions,
    reply: ProductImport,
    errors: ["not_found", "invalid_input"],
  },
);

/** Only those that failed; what is in progress or done stays. */
export const retryImportPictures = adminEndpoint(
  "POST /api/admin/product-imports/{id}/pictures/retry",
  "Fetch the pictures of an import that failed again",
  { params: ById, body: NoBody, reply: ProductImport },
);
