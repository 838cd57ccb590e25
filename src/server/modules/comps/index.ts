import { defineModule } from "#server/platform/module.ts";
import { compGuestRecords } from "./batches/records.ts";
import { processCompBatches } from "./batches/work.ts";
import { compRoutes } from "./routes.ts";
import { checkComps, checkCompWishes } from "./scope-store.ts";
import { subscribeComps } from "./service.ts";
import { isCompOrder, isIssuedByStaff } from "./store.ts";
import { nameRows } from "#server/platform/target-names.ts";

export { issueGuestList } from "./batches/service.ts";
export { createHost } from "./hosts/service.ts";
export { claimTickets } from "./links/claim.ts";
export { createClaimLink } from "./links/service.ts";
export { issueComp, revokeComp } from "./service.ts";
export { findPrintableComps, isCompOrder } from "./store.ts";

/** Free tickets that staff issue: to one guest, a guest list, or by a claim link. */
export const comps = defineModule("comps", ({ deps }) => ({
  scopes: { comp: checkComps, comp_wish: checkCompWishes },
  targetNames: { comp_host: nameRows("comp_hosts", "name") },
  staffActions: ["comp_host.created", "comp_host.changed"],
  routes(context) {
    compRoutes(context, deps);
  },
  compOrders: { isCompOrder, isIssuedByStaff },
  on: () => subscribeComps(deps),
  jobs: [{ name: "comp-batches", everyMs: 5_000, run: () => processCompBatches(deps) }],
  personalData: { compGuests: compGuestRecords(deps) },
}));
