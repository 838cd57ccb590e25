export { findInvariantChecks, type InvariantsStatus } from "./service.ts";
export { invariants } from "./module.ts";
