import { badIds } from "#tests/api/mutations.ts";
import type { NounSamples } from "#tests/api/noun-samples.ts";

const one = "/api/grants/{id}";
const endsAt = "2099-01-01T00:00:00.000Z";

/** What admins do with grants. */
export const nounSamples: NounSamples = {
  access: {
    "GET /api/grants": "admin",
    "POST /api/grants": "admin",
    [`PATCH ${one}`]: "admin",
    [`POST ${one}/revoke`]: "admin",
  },
  samples: ({ people: { admin: as }, grants: { grantId, sellerId, helperId }, eventId }) => {
    const path = one.replace("{id}", String(grantId));
    return {
      "GET /api/grants": { as, url: `/api/grants?userId=${sellerId}&eventId=${eventId}&status=active&page=1` },
      "POST /api/grants": {
        as,
        url: "/api/grants",
        body: { userId: helperId, kind: "door", eventId, hostId: null, promoterId: null, endsAt },
        optional: ["eventId", "hostId", "promoterId", "endsAt"].flatMap((name) => [name, `${name} null`]),
      },
      [`PATCH ${one}`]: { as, url: path, body: { endsAt }, optional: ["endsAt null"] },
      [`POST ${one}/revoke`]: { as, url: `${path}/revoke`, body: {}, optional: [""] },
    };
  },
  unrepeatable: ["POST /api/grants", `POST ${one}/revoke`, `PATCH ${one}`],
  badParams: { [one]: badIds, [`${one}/revoke`]: badIds },
};
