export { feeds } from "./module.ts";
