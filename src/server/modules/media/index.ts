export { mediaRoutes } from "./routes.ts";
export { mediaFolder } from "./folder.ts";
