export { type ErrorReports } from "./service.ts";
export { errorReports } from "./module.ts";
