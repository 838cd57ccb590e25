import type { NounSamples } from "#tests/api/noun-samples.ts";

/** The reader of lists of people. */
export const nounSamples: NounSamples = {
  access: { "POST /api/admin/person-lists/read": "admin" },
  samples: ({ people: { admin: as } }) => ({
    "POST /api/admin/person-lists/read": {
      as,
      url: "/api/admin/person-lists/read?kind=guests",
      body: Buffer.from("Zoë Núñez <zoe@example.com> +1"),
      headers: { "content-type": "application/octet-stream" },
    },
  }),
  unrepeatable: [],
};
