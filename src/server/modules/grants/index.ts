import * as contract from "#contract/grants/grants.ts";
import type { Grant } from "#contract/grants/grants.ts";
import { mayActAsStaff } from "#server/modules/accounts/index.ts";
import { routes } from "#server/platform/http/route.ts";
import { defineModule } from "#server/platform/module.ts";
import { grantEmails } from "./emails.ts";
import { changeGrant, createGrant, endGrants, grantList, revokeGrant, type GrantAction } from "./service.ts";
import * as store from "./store.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** An admin gave someone a right, changed until when it counts, or revoked it. `grant` is how it is now. */
    "grant.changed": { grant: Grant; action: GrantAction; staffName: string };
  }
}

/** Rights that staff have besides their role, for all events or for one, until a time. */
export const grants = defineModule("grants", { emails: grantEmails }, ({ deps }) => ({
  routes: (context) =>
    routes(context, contract, {
      listGrants: ({ query }) => grantList.list(deps.db, query),
      createGrant: ({ principal, body }) => createGrant(deps, principal!, body),
      changeGrant: ({ principal, params, body }) => changeGrant(deps, principal!, params.id, body.endsAt),
      revokeGrant: ({ principal, params }) => revokeGrant(deps, principal!, params.id),
    }),
  // Not from a cache: what was revoked on any node is refused from the next request on.
  async findStaffRights(db, userId) {
    const active = await store.findActive(db, userId);
    return { grants: active, mayAct: active.length > 0 && (await mayActAsStaff(db, userId)) };
  },
  jobs: [{ name: "ended-grants", everyMs: 3_000, run: () => endGrants(deps) }],
  staffActions: ["grant.created", "grant.changed", "grant.ended"],
  personalData: {
    grants: {
      read: (db, { id }) => store.findRecords(db, id),
      forget: (tx, { id }) => store.forget(tx, id),
    },
  },
}));
