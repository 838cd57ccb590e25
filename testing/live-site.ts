import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Role } from "#contract/accounts/accounts.ts";
import { copyPosters } from "#db/seed/posters.ts";
import { buildApp, type App } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { createToken } from "#server/modules/accounts/sessions.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/log.ts";
import { createTestDatabase } from "./database.ts";
import { expectInvariants } from "./invariants.ts";
import { insertPerson } from "./make.ts";
import { createSite, testPatience } from "./site.ts";

export type LiveSite = Awaited<ReturnType<typeof createLiveSite>>;

/**
 * The whole product for a real browser: the built web app and the API, with its own port and database.
 * createSite()'s helpers for creating events and buying tickets work on the same database.
 */
export async function createLiveSite(settings: Record<string, string> = {}) {
  const database = await createTestDatabase();
  const site = await createSite({ database });
  const opened = openDatabase(database.connection, { patience: testPatience });
  const dataDir = await mkdtemp(join(tmpdir(), "live-site-"));
  copyPosters(dataDir);
  const { app, baseUrl } = await listenSomewhere((port, address) =>
    buildApp({
      config: readConfig({
        LOG_LEVEL: "silent",
        RATE_LIMITS: "off",
        PORT: String(port),
        BASE_URL: address,
        DATA_DIR: dataDir,
        ...settings,
      }),
      db: opened.db,
      direct: database.connection,
      log: createLog(settings.LOG_LEVEL ?? "silent"),
      validateReplies: true,
      web: { dev: false },
    }),
  );
  const brokenByHand = new Set<string>();
  const shared = new Map<string, Promise<unknown>>();
  const expectSound = () => expectInvariants(opened.db, { except: [...brokenByHand] });

  return {
    ...site,
    baseUrl,
    /** What the served site uses: `app` is another one on the same database, with files of its own. */
    served: app.deps,
    /** Creates data that all journeys of a file share, when the first one asks for it. */
    once<T>(name: string, make: () => Promise<T>): Promise<T> {
      const known = shared.get(name) as Promise<T> | undefined;
      if (known !== undefined) return known;
      const making = make();
      shared.set(name, making);
      making.catch(() => shared.delete(name));
      return making;
    },
    /** Names the invariants that a journey breaks by writing its own rows. */
    breaksByHand: (...ids: string[]) => ids.forEach((id) => brokenByHand.add(id)),
    /** Fails when an invariant is broken; closing the site checks too. */
    expectSound,
    /** A person's session as a browser cookie: `context.addCookies([await site.cookieOf("moderator")])`. */
    async cookieOf(role: Role) {
      const { token, tokenHash } = createToken();
      await insertPerson(opened.db, role, tokenHash);
      return { name: "sg_session", value: token, url: baseUrl, httpOnly: true, sameSite: "Lax" as const };
    },
    async close() {
      const sound = await expectSound().catch((error: unknown) => error as Error);
      await app.close();
      await opened.close();
      await site.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (sound !== undefined) throw sound;
    },
  };
}

/**
 * Builds a site that knows its own address before it starts, and makes it listen there. The port is reserved while the
 * site is built; if another process takes it in between, we try another port.
 */
async function listenSomewhere(build: (port: number, baseUrl: string) => Promise<App>) {
  for (;;) {
    const holder = createServer();
    holder.listen(0, "localhost");
    await once(holder, "listening");
    const { port } = holder.address() as AddressInfo;
    const baseUrl = `http://localhost:${port}`;
    const app = await build(port, baseUrl);
    await app.server.ready();
    holder.close();
    await once(holder, "close");
    try {
      await app.server.listen({ port, host: "localhost" });
      return { app, baseUrl };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      await app.close();
    }
  }
}
