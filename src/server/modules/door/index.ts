export { doorRoutes } from "./routes.ts";
export { scanTicket } from "./service.ts";
