export { createBackup, type BackupOptions } from "./backup.ts";
export { checkBackup, restoreBackup, type RestoreOptions } from "./restore.ts";
