import { createAuthenticate, requireConfirmed } from "#server/modules/accounts/index.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { createEventBus } from "#server/platform/domain-events.ts";
import { createFiles } from "#server/platform/files/files.ts";
import { createLimiter } from "#server/platform/http/limits.ts";
import { sessionCookieName } from "#server/platform/http/principal.ts";
import type { RouteContext } from "#server/platform/http/route.ts";
import { createSharedReplies } from "#server/platform/http/shared-replies.ts";
import { createServer } from "#server/platform/http/server.ts";
import { createLog } from "#server/platform/log.ts";
import { createPersonalRecords } from "#server/platform/personal-records.ts";
import { loadSigningKeys } from "#server/platform/signing-keys.ts";
import { createTestDatabase } from "./database.ts";

export type ModuleApp = Awaited<ReturnType<typeof createModuleApp>>;

/** One module's routes on their own database. Responses are checked against the contract. */
export async function createModuleApp(
  register: (context: RouteContext, deps: Deps) => void,
  settings: Record<string, string> = {},
) {
  const database = await createTestDatabase();
  const opened = openDatabase(database.connection);
  const config = readConfig({ LOG_LEVEL: "silent", ...settings });
  const log = createLog("silent");
  const server = createServer({ log, trustProxy: 0 });
  const deps: Deps = {
    config,
    db: opened.db,
    log,
    bus: createEventBus(),
    files: createFiles(config),
    keys: await loadSigningKeys(opened.db),
    personalRecords: createPersonalRecords(),
    nudge: () => undefined,
  };
  const context: RouteContext = {
    app: server,
    authenticate: createAuthenticate(deps),
    limiter: createLimiter(config.rateLimits),
    baseUrl: config.baseUrl,
    cookieName: sessionCookieName(config.production),
    validateReplies: true,
    endpoints: [],
    sharedReplies: createSharedReplies(server, 0),
    requireConfirmed: (token) => requireConfirmed(opened.db, token),
  };
  register(context, deps);
  await server.ready();
  return {
    server,
    deps,
    db: opened.db,
    connection: database.connection,
    async close() {
      await server.close();
      await opened.close();
      await database.drop();
    },
  };
}
