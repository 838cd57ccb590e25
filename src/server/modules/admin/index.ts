export { adminRoutes } from "./admin-routes.ts";
export { timelineRoutes } from "./timeline/routes.ts";
export { searchRoutes } from "./search/routes.ts";
