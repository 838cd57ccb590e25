export { findMoneyReaders } from "./staff-mails.ts";
export { email } from "./module.ts";
