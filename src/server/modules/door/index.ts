export { doorRoutes } from "./routes.ts";
export { scanTicket } from "./service.ts";
export { doorTimeline } from "./timeline-store.ts";
