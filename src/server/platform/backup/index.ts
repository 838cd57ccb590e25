export { createBackup } from "./backup.ts";
export { checkBackup, restoreBackup } from "./restore.ts";
