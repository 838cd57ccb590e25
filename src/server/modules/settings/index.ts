import "./domain-events.ts";

export { getSettings } from "./service.ts";
export { withSenderName } from "./rules.ts";
export { settings } from "./module.ts";
