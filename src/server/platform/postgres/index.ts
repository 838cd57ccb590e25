export { clearAbandonedDatabase, startBuiltInPostgres, type BuiltInPostgres } from "./built-in-postgres.ts";
export { toConnectionUrl } from "./settings.ts";
export { findRunningPostgres } from "./settings.ts";
export type { DatabaseConnection, PostgresSettings } from "./settings.ts";
export { StartFailure } from "../app-error.ts";
export type { StartLog } from "../app-error.ts";
