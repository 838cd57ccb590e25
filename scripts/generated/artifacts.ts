import { generate, PostgresDialect } from "kysely-codegen";
import pg from "pg";
import { modules } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase, type ConnectionSettings } from "#server/platform/db/database.ts";
import { assemble } from "#server/platform/assemble.ts";
import { createLog } from "#server/platform/log.ts";
import { writeAccessTable } from "./access-table.ts";
import { watchSubscriptions, writeDomainEvents } from "./domain-events.ts";
import { describeSchema } from "./schema-sql.ts";

/** A generated file of the repository; `path` is relative to the repository. */
export interface Artifact {
  path: string;
  text: string;
}

/** Generates every file in memory, from a database that has all migrations and nothing else. */
export async function makeArtifacts(connection: ConnectionSettings): Promise<Artifact[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const opened = openDatabase(connection, { size: 2 });
  try {
    const schema = await describeSchema(client);
    const types = await generate({
      // The same class, typed once for each of Kysely's two builds.
      db: opened.db as unknown as Parameters<typeof generate>[0]["db"],
      dialect: new PostgresDialect(),
      outFile: null,
      excludePattern: "schema_migrations",
      typeMapping: { int8: "number" },
    });
    const config = readConfig({ LOG_LEVEL: "silent" });
    const { watched, handlers } = watchSubscriptions(modules);
    const options = { config, db: opened.db, log: createLog("silent"), jobs: false, release: "generated" };
    const app = await assemble(watched, options);
    const access = writeAccessTable(app.endpoints);
    await app.close();
    return [
      { path: "db/schema.sql", text: schema },
      { path: "src/server/platform/db/schema.generated.ts", text: types },
      { path: "docs/access-table.md", text: access },
      { path: "docs/domain-events.md", text: writeDomainEvents(handlers) },
    ];
  } finally {
    await opened.close();
    await client.end();
  }
}
