export { analyticsRecords } from "./records.ts";
export { analyticsRoutes } from "./routes.ts";
export { createAnalytics, type Analytics } from "./service.ts";
export { analyticsJobs } from "./jobs.ts";
