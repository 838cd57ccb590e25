export { linksOf } from "./links.ts";
export { interestRecords } from "./records.ts";
export { interestRoutes } from "./routes.ts";
export { eventIdOf, pathOf, topicNames } from "./rules.ts";
export { findInterest } from "./store.ts";
export { interestJobs } from "./jobs.ts";
