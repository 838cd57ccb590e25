export { admin } from "./module.ts";
