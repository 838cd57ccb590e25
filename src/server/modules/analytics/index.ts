export { type Analytics } from "./service.ts";
export { analytics } from "./module.ts";
export { createAnalytics } from "./service.ts";
