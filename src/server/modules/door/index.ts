export { scanTicket } from "./service.ts";
export { door } from "./module.ts";
