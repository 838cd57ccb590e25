export {
  clearAbandonedDatabase,
  reachPostgres,
  startBuiltInPostgres,
  type BuiltInPostgres,
} from "./built-in-postgres.ts";
export { toConnectionUrl, findRunningPostgres, type DatabaseConnection, type PostgresSettings } from "./settings.ts";
export { StartFailure, type StartLog } from "../app-error.ts";
