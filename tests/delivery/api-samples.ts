import type { NounSamples } from "#tests/api/noun-samples.ts";

/** Shipping rates and sales tax. */
export const nounSamples: NounSamples = {
  access: {
    "GET /api/admin/delivery": "admin",
    "PUT /api/admin/delivery": "admin",
  },
  samples: ({ people: { admin } }) => ({
    "GET /api/admin/delivery": { as: admin, url: "/api/admin/delivery" },
    "PUT /api/admin/delivery": {
      as: admin,
      url: "/api/admin/delivery",
      body: {
        version: 1,
        rates: [
          { name: "Ground", states: ["NY"], fromGrams: 0, belowGrams: null, priceCents: 700, freeFromCents: 10_000 },
        ],
        taxes: [{ state: "NY", zipFrom: "10001", zipTo: "10282", category: "clothing", rate: 4500 }],
      },
      optional: [
        "rates empty",
        "rates.0.states empty",
        "taxes empty",
        "rates.0.freeFromCents null",
        "taxes.0.category null",
      ],
    },
  }),
  // The first call raises the version.
  unrepeatable: ["PUT /api/admin/delivery"],
};
