export { invariantRoutes } from "./routes.ts";
export { invariantSweeps } from "./sweeps.ts";
export { describeInvariants, findInvariantChecks, type InvariantsState } from "./service.ts";
