import { badIds } from "#tests/api/mutations.ts";
import type { NounSamples } from "#tests/api/noun-samples.ts";

const path = "/api/admin/users/{id}/restrictions";

/** What staff read about the restrictions of a person. */
export const nounSamples: NounSamples = {
  access: { [`GET ${path}`]: "moderator" },
  samples: ({ people: { moderator: as }, community: { other } }) => ({
    [`GET ${path}`]: { as, url: path.replace("{id}", String(other.id)) },
  }),
  unrepeatable: [],
  badParams: { [path]: badIds },
};
