import { defineModule } from "#server/platform/module.ts";
import { invariantRoutes, checkInvariants, describeInvariants, readInvariantChecks } from "./service.ts";
import { invariantMetrics, pace } from "./rules.ts";

/** Statements about the database that are always true, and the job that checks them. */
export const invariants = defineModule("invariants", ({ deps }) => ({
  routes: (context) => invariantRoutes(context, deps),
  jobs: [{ name: "invariants", everyMs: pace.everyMs, run: () => checkInvariants(deps) }],
  attention: {
    brokenInvariants: async (db) =>
      (await readInvariantChecks(db)).filter(({ outcome }) => outcome === "broken").length,
  },
  details: async (db) => ({ invariants: await readInvariantChecks(db).then(describeInvariants, () => null) }),
  metrics: async (db) => invariantMetrics(await readInvariantChecks(db).catch(() => [])),
}));
