export { clearAbandonedDatabase, startBuiltInPostgres, type BuiltInPostgres } from "./built-in-postgres.ts";
export { toConnectionUrl } from "./connection-url.ts";
export { findRunningPostgres } from "./running.ts";
export type { DatabaseConnection, PostgresSettings } from "./settings.ts";
export { StartFailure } from "./start-failure.ts";
export type { StartLog } from "./start-failure.ts";
