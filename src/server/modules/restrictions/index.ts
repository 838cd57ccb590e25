import * as contract from "#contract/restrictions.ts";
import { routes } from "#server/platform/http/route.ts";
import { defineModule } from "#server/platform/module.ts";
import { recordFormer, restore } from "./former/service.ts";
import { findHistory, onAccountChanged } from "./service.ts";
import * as store from "./store.ts";

export { chatRoom, community } from "./rules.ts";
export { findActive, lift, restrict, undo } from "./service.ts";
export { findLatest } from "./store.ts";

/** What keeps a person out of chat, the community or their account: one history of each person. */
export const restrictions = defineModule("restrictions", ({ deps }) => ({
  routes: (context) =>
    routes(context, contract, {
      listRestrictions: async ({ params, principal }) => ({ items: await findHistory(deps, principal!, params.id) }),
    }),
  on(bus) {
    bus.on("account.changed_by_staff", onAccountChanged);
    bus.on("account.deleting", async (tx, accounts) => {
      for (const { userId } of accounts) await recordFormer(deps, tx, userId);
    });
    bus.on("account.proved", async (tx, accounts) => {
      for (const { userId } of accounts) await restore(deps, tx, userId);
    });
  },
  personalData: {
    restrictions: {
      read: (db, { id }) => store.findRecords(db, id),
      forget: (tx, { id }) => store.forget(tx, id),
      move: store.move,
    },
  },
}));
