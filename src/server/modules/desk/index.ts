export { deskRoutes } from "./admin-routes.ts";
export { searchRoutes } from "./search/routes.ts";
