import type { NounSamples } from "#tests/api/noun-samples.ts";

/** The site's banned words. */
export const nounSamples: NounSamples = {
  access: { "GET /api/banned-words": "moderator", "PUT /api/banned-words": "moderator" },
  samples: ({ people: { moderator: as } }) => ({
    "GET /api/banned-words": { as, url: "/api/banned-words" },
    "PUT /api/banned-words": {
      as,
      url: "/api/banned-words",
      body: { words: ["badword"], reason: "House rules" },
      optional: ["words empty"],
    },
  }),
  unrepeatable: [],
};
