import { randomBytes } from "node:crypto";
import { toConnectionUrl, type DatabaseConnection } from "#server/platform/postgres/index.ts";
import { run, testServer } from "./database-server.ts";

/** A database for a single test file, with all migrations applied and no rows. */
export interface TestDatabase {
  connection: DatabaseConnection;
  /** The same as a URL, for a server started as a child process with DATABASE_URL. */
  url: string;
  /** Closes all remaining connections and deletes the database. */
  drop(): Promise<void>;
}

/** Clones the migrated template in about 20 ms. */
export const createTestDatabase = (): Promise<TestDatabase> => createFrom(testServer().template);

/** Creates a database without tables, for tests of the code that fills one. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createFrom("template1");

/** Clones another test database with its contents. It must have no open connections. */
export const cloneTestDatabase = ({ connection }: TestDatabase): Promise<TestDatabase> =>
  createFrom((connection as { database: string }).database);

async function createFrom(template: string): Promise<TestDatabase> {
  const { admin } = testServer();
  const database = `site_test_${randomBytes(6).toString("hex")}`;
  await run(admin, `CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY file_copy`);
  const connection = { ...admin, database };
  return {
    connection,
    url: toConnectionUrl(connection),
    drop: async () => void (await run(admin, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)),
  };
}
