export { outboxRoutes } from "./admin-routes.ts";
export { emailJobs, subscribeEmail } from "./outbox.ts";
export { emailRecords } from "./records.ts";
export { findMoneyReaders } from "./staff-mails.ts";
export { emailTimeline } from "./timeline-store.ts";
