import { defineModule } from "#server/platform/module.ts";
import { analyticsRoutes } from "./routes.ts";
import { createAnalytics } from "./service.ts";
import { findVisitsOf, forgetVisitor, purgeOld } from "./store.ts";

export { isZone, spanOf } from "./rules.ts";
export { type Analytics, createAnalytics, isBot } from "./service.ts";

/** What visitors look at. */
export const analytics = defineModule("analytics", ({ deps }) => ({
  routes: (context) => analyticsRoutes(context, createAnalytics(deps)),
  // Deletes data that is too old for any report.
  jobs: [{ name: "old-analytics", everyMs: 6 * 60 * 60 * 1000, run: () => purgeOld(deps.db) }],
  personalData: {
    visits: { read: (db, { id }) => findVisitsOf(db, id), forget: (tx, { id }) => forgetVisitor(tx, id) },
  },
}));
