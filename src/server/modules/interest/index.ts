export { linksOf } from "./links.ts";
export { eventIdOf, pathOf, topicNames } from "./rules.ts";
export { findInterest } from "./store.ts";
export { interest } from "./module.ts";
