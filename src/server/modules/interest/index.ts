export { linksOf } from "./links.ts";
export { interestRecords } from "./records.ts";
export { interestRoutes } from "./routes.ts";
export { nightOf, pathOf, topicNames } from "./rules.ts";
export { findInterest } from "./store.ts";
export { interestSweeps } from "./sweeps.ts";
