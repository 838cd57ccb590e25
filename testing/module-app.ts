import { readConfig } from "#server/config.ts";
import { accounts } from "#server/modules/accounts/index.ts";
import { assemble } from "#server/platform/assemble.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/log.ts";
import type { Module } from "#server/platform/module.ts";
import { createTestDatabase } from "./database.ts";

export type ModuleApp = Awaited<ReturnType<typeof createModuleApp>>;

/** Accounts and one more module on their own database. Responses are checked against the contract. */
export async function createModuleApp(module: Module, settings: Record<string, string> = {}) {
  const database = await createTestDatabase();
  const opened = openDatabase(database.connection);
  const app = await assemble([...new Set([accounts, module])], {
    config: readConfig({ LOG_LEVEL: "silent", ...settings }),
    db: opened.db,
    log: createLog("silent"),
    release: "test",
    validateReplies: true,
    sharedReplyMs: 0,
    jobs: false,
  });
  await app.server.ready();
  return {
    server: app.server,
    deps: app.deps,
    db: opened.db,
    connection: database.connection,
    async close() {
      await app.close();
      await opened.close();
      await database.drop();
    },
  };
}
