import { randomUUID } from "node:crypto";
import { badIds } from "#tests/api/mutations.ts";
import type { NounSamples } from "#tests/api/noun-samples.ts";

const file = Buffer.from("ID3\u0004\u0000\u0000 the mix of the samples", "latin1");
const headers = { "content-type": "application/octet-stream" };

const variant = { options: ["M"], sku: "SAMPLE-M", priceCents: 3000 };
const product = {
  title: "Sample Tee",
  slug: "sample-tee",
  kind: "physical",
  publication: "draft",
  taxCategory: "clothing",
  options: [{ name: "Size", values: ["M"] }],
  variants: [{ ...variant, onHand: 5 }],
};
const collection = { name: "Sample", slug: "sample", description: "A sample", position: 3 };

/** Products, their stock, collections and sales, as admins manage them. */
export const nounSamples: NounSamples = {
  access: {
    "GET /api/admin/products": "admin",
    "GET /api/admin/products.csv": "admin",
    "GET /api/admin/product-options": "admin",
    "POST /api/admin/products": "admin",
    "POST /api/admin/products/import": "admin",
    "GET /api/admin/products/{id}": "admin",
    "PUT /api/admin/products/{id}": "admin",
    "POST /api/admin/product-files": "admin",
    "GET /api/admin/product-imports": "admin",
    "POST /api/admin/product-imports": "admin",
    "GET /api/admin/product-imports/{id}": "admin",
    "POST /api/admin/product-imports/{id}/apply": "admin",
    "POST /api/admin/product-imports/{id}/pictures/retry": "admin",
    "GET /api/admin/variants/{id}/stock": "admin",
    "POST /api/admin/variants/{id}/stock": "admin",
    "GET /api/admin/collections": "admin",
    "POST /api/admin/collections": "admin",
    "PUT /api/admin/collections/order": "admin",
    "PUT /api/admin/collections/{id}": "admin",
    "DELETE /api/admin/collections/{id}": "admin",
    "GET /api/admin/reports/products": "admin",
    "GET /api/admin/reports/products.csv": "admin",
  },
  // The scene's product made the first two collections.
  samples: ({ people: { admin }, product: { id, variantId, importId } }) => ({
    "GET /api/admin/products": {
      as: admin,
      url: "/api/admin/products?q=tee&show=active&kind=physical&sort=-sold&page=1",
    },
    "GET /api/admin/product-options": { as: admin, url: "/api/admin/product-options" },
    "GET /api/admin/products.csv": { as: admin, url: "/api/admin/products.csv?show=active" },
    "POST /api/admin/products": {
      as: admin,
      url: "/api/admin/products",
      body: product,
      optional: ["variants.0.onHand"],
    },
    "POST /api/admin/products/import": {
      as: admin,
      url: "/api/admin/products/import",
      body: { csv: "Handle,Title,SKU,Price\nsample-cap,Sample Cap,CAP-1,28", apply: false },
      optional: ["apply"],
    },
    "GET /api/admin/products/{id}": { as: admin, url: `/api/admin/products/${id}` },
    "PUT /api/admin/products/{id}": {
      as: admin,
      url: `/api/admin/products/${id}`,
      body: {
        ...product,
        slug: "yard-tee",
        publication: "active",
        version: 1,
        variants: [{ ...variant, sku: "YARD-M", id: variantId }],
      },
      optional: ["variants.0.id"],
    },
    "POST /api/admin/product-files": {
      as: admin,
      url: "/api/admin/product-files?fileName=mix.mp3",
      body: file,
      headers,
    },
    "GET /api/admin/product-imports": { as: admin, url: "/api/admin/product-imports" },
    "POST /api/admin/product-imports": {
      as: admin,
      url: "/api/admin/product-imports?fileName=products.csv",
      body: Buffer.from("Handle,Title,SKU,Price\nsample-hat,Sample Hat,HAT-1,28"),
      headers,
    },
    "GET /api/admin/product-imports/{id}": { as: admin, url: `/api/admin/product-imports/${importId}` },
    "POST /api/admin/product-imports/{id}/apply": {
      as: admin,
      url: `/api/admin/product-imports/${importId}/apply`,
      body: { skus: [{ row: 2, isSame: true }], collections: ["Hats"], hosts: ["cdn.example.com"] },
      optional: ["skus", "collections", "hosts", "skus empty", "skus too many", "collections empty", "hosts empty"],
    },
    "POST /api/admin/product-imports/{id}/pictures/retry": {
      as: admin,
      url: `/api/admin/product-imports/${importId}/pictures/retry`,
      body: {},
      optional: [""],
    },
    "GET /api/admin/variants/{id}/stock": { as: admin, url: `/api/admin/variants/${variantId}/stock` },
    "POST /api/admin/variants/{id}/stock": {
      as: admin,
      url: `/api/admin/variants/${variantId}/stock`,
      body: { reason: "counted", units: 4, note: "Box 3" },
      headers: { "idempotency-key": randomUUID() },
      optional: ["note"],
    },
    "GET /api/admin/collections": { as: admin, url: "/api/admin/collections" },
    "POST /api/admin/collections": {
      as: admin,
      url: "/api/admin/collections",
      body: collection,
      optional: ["description", "position"],
    },
    "PUT /api/admin/collections/{id}": {
      as: admin,
      url: "/api/admin/collections/1",
      body: { ...collection, slug: "tees", version: 1 },
      optional: ["description", "position"],
    },
    "PUT /api/admin/collections/order": { as: admin, url: "/api/admin/collections/order", body: { ids: [1] } },
    "DELETE /api/admin/collections/{id}": { as: admin, url: "/api/admin/collections/2", body: {}, optional: [""] },
    "GET /api/admin/reports/products": {
      as: admin,
      url: "/api/admin/reports/products?from=2026-01-01&to=2026-01-31&timeZone=UTC",
    },
    "GET /api/admin/reports/products.csv": { as: admin, url: "/api/admin/reports/products.csv?by=variant" },
  }),
  unrepeatable: [
    "POST /api/admin/products",
    "PUT /api/admin/products/{id}",
    "POST /api/admin/product-files",
    "POST /api/admin/product-imports",
    "DELETE /api/admin/collections/{id}",
    "PUT /api/admin/collections/order",
    "POST /api/admin/collections",
    "PUT /api/admin/collections/{id}",
  ],
  badParams: {
    "/api/admin/products/{id}": badIds,
    "/api/admin/product-imports/{id}": badIds,
    "/api/admin/product-imports/{id}/apply": badIds,
    "/api/admin/product-imports/{id}/pictures/retry": badIds,
    "/api/admin/variants/{id}/stock": badIds,
    "/api/admin/collections/{id}": badIds,
  },
  unknown: [
    ["GET", "/api/admin/products/999999"],
    ["GET", "/api/admin/product-imports/999999"],
    ["GET", "/api/admin/variants/999999/stock"],
  ],
};
