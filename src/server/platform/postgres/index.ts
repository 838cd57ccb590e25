export {
  clearAbandonedDatabase,
  reachPostgres,
  startBuiltInPostgres,
  type BuiltInPostgres,
} from "./built-in-postgres.ts";
export type { DatabaseConnection } from "./address.ts";
export { toConnectionUrl, findRunningPostgres, type PostgresSettings } from "./settings.ts";
export { StartFailure, type StartLog } from "../app-error.ts";
