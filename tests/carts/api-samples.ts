import type { NounSamples } from "#tests/api/noun-samples.ts";

/** The cart of whoever calls. */
export const nounSamples: NounSamples = {
  access: { "GET /api/cart": "public", "POST /api/cart": "public", "PUT /api/cart/lines": "public" },
  samples: ({ people: { anon, guest }, product: { variantId } }) => ({
    "GET /api/cart": { as: anon, url: "/api/cart" },
    "POST /api/cart": {
      as: anon,
      url: "/api/cart",
      body: { kind: "variant", itemId: variantId, quantity: 1, unitCents: 3000 },
      optional: ["unitCents"],
    },
    "PUT /api/cart/lines": {
      as: guest,
      url: "/api/cart/lines",
      body: { kind: "variant", itemId: variantId, quantity: 2, unitCents: 3000 },
      optional: ["unitCents"],
    },
  }),
  // It adds.
  unrepeatable: ["POST /api/cart"],
};
