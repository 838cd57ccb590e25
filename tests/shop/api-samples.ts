import { badIds } from "#tests/api/mutations.ts";
import type { NounSamples } from "#tests/api/noun-samples.ts";

/** The shop as visitors see it. */
export const nounSamples: NounSamples = {
  access: {
    "GET /api/shop/products": "public",
    "GET /api/shop/products/{slug}": "public",
    "GET /api/shop/time": "public",
    "GET /feeds/products/{slug}/social.jpg": "public",
    "GET /api/events/{id}/products": "public",
    "POST /api/shop/variants/{id}/back-in-stock": "public",
  },
  samples: ({ people: { anon }, eventId, product }) => ({
    "GET /api/shop/products": {
      as: anon,
      url: "/api/shop/products?collection=tees&q=tee&size=M&color=Black&minCents=100&maxCents=9000&inStock=true&sort=price&page=1&most=4",
    },
    "GET /api/shop/products/{slug}": { as: anon, url: `/api/shop/products/${product.slug}` },
    "GET /api/shop/time": { as: anon, url: "/api/shop/time" },
    "GET /feeds/products/{slug}/social.jpg": { as: anon, url: `/feeds/products/${product.slug}/social.jpg` },
    "GET /api/events/{id}/products": { as: anon, url: `/api/events/${eventId}/products` },
    "POST /api/shop/variants/{id}/back-in-stock": {
      as: anon,
      url: `/api/shop/variants/${product.variantId}/back-in-stock`,
      body: { email: "marva@example.com" },
    },
  }),
  unrepeatable: [],
  badParams: {
    "/api/shop/products/{slug}": ["Yard", "yard_tee", "%00", "1,2", "%F0%9F%8E%AD", "x".repeat(500)],
    "/feeds/products/{slug}/social.jpg": ["Yard", "%00", "x".repeat(500)],
    "/api/events/{id}/products": badIds,
    "/api/shop/variants/{id}/back-in-stock": badIds,
  },
  unknown: [
    ["GET", "/api/shop/products/no-such-tee"],
    ["GET", "/feeds/products/no-such-tee/social.jpg"],
  ],
};
