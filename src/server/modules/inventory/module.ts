import { defineModule } from "#server/platform/module.ts";

import { expireHolds } from "./service.ts";

/** Stock, and the holds on it. */
export const inventory = defineModule("inventory", ({ deps }) => ({
  jobs: [{ name: "holds", everyMs: 5_000, run: async () => (await expireHolds(deps.db, deps.bus)) > 0 }],
}));
