export { outboxRoutes } from "./admin-routes.ts";
export { emailSweeps, hearForEmail } from "./outbox.ts";
export { emailRecords } from "./records.ts";
