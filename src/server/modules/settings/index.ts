import "./domain-events.ts";

export { settingsRoutes } from "./routes.ts";
export { getSettings } from "./service.ts";
export { withSenderName } from "./rules.ts";
