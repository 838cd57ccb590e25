export { errorReportsRoutes } from "./routes.ts";
export { createErrorReports, type ErrorReports } from "./service.ts";
export { errorReportsJobs } from "./jobs.ts";
