export { createBackup, type BackupOptions } from "./backup.ts";
export { checkBackup, restoreBackup } from "./restore.ts";
