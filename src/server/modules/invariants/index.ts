import { defineModule } from "#server/platform/module.ts";
import { invariantRoutes, checkInvariants, describeInvariants } from "./service.ts";
import { findInvariantChecks } from "./store.ts";
import { invariantGauges, pace } from "./rules.ts";

export { findInvariantChecks } from "./store.ts";
export type { InvariantsStatus } from "./service.ts";

/** Statements about the database that are always true, and the job that checks them. */
export const invariants = defineModule("invariants", ({ deps }) => ({
  routes: (context) => invariantRoutes(context, deps),
  jobs: [{ name: "invariants", everyMs: pace.everyMs, run: () => checkInvariants(deps) }],
  attention: {
    brokenInvariants: async (db) =>
      (await findInvariantChecks(db)).filter(({ outcome }) => outcome === "broken").length,
  },
  details: async (db) => ({ invariants: await findInvariantChecks(db).then(describeInvariants, () => null) }),
  gauges: async (db) => invariantGauges(await findInvariantChecks(db).catch(() => [])),
}));
