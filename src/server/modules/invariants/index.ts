export { invariantRoutes } from "./routes.ts";
export { invariantJobs } from "./jobs.ts";
export { describeInvariants, findInvariantChecks, type InvariantsStatus } from "./service.ts";
