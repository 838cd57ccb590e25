import { defineModule } from "#server/platform/module.ts";

import { ledgerRoutes } from "./admin-routes.ts";

/** Double-entry bookkeeping of all money. */
export const ledger = defineModule("ledger", ({ deps }) => ({
  routes: (context) => ledgerRoutes(context, deps),
}));
