import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startChild } from "#testing/child.ts";
import { bundled } from "#testing/bundle.ts";
import { cacheFolder } from "#testing/cache-folder.ts";
import { lastingPort } from "#testing/lasting-port.ts";

const script = fileURLToPath(new URL("./run-main.ts", import.meta.url));

export type RealServer = Awaited<ReturnType<typeof startRealServer>>;

/** The product as in production, including pages and jobs, on a database of the test. */
export async function startRealServer(databaseUrl: string, settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "faults-site-"));
  const port = await lastingPort();
  // Preloaded code changes modules, which a bundle would contain, so the unbundled script is used then.
  const program = settings.NODE_OPTIONS === undefined ? await bundled(script) : script;
  const start = () =>
    startChild(program, [], {
      NODE_OPTIONS: "",
      NODE_COMPILE_CACHE: cacheFolder(),
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      BASE_URL: `http://localhost:${port}`,
      DEMO: "0",
      ADMIN_PASSWORD: "only-for-this-test",
      RATE_LIMITS: "off",
      LOG_LEVEL: "fatal",
      ...settings,
    });
  let child = start();
  await child.says(/is running at/);
  return {
    baseUrl: `http://localhost:${port}`,
    /** Its output so far, including errors. */
    get lines() {
      return child.lines;
    },
    /** Its exit code or the signal that ended it; undefined while it runs. */
    hasEnded: () =>
      Promise.race([child.ended, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 20))]),
    /** Kills it like a power failure would, and returns once it is gone. */
    async kill() {
      child.kill("SIGKILL");
      await child.ended;
    },
    /** Asks it to end, as a deployment does. @returns its exit code */
    async end() {
      child.kill("SIGTERM");
      return child.ended;
    },
    async restart() {
      child = start();
      await child.says(/is running at/);
    },
    async stop() {
      child.kill("SIGTERM");
      await child.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
