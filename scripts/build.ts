import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartFailure } from "#server/platform/app-error.ts";
import { isCalled, root } from "./root.ts";
import { webFingerprint } from "./fingerprint.ts";

const stampFile = join(root, "dist", ".stamp");

/** Builds the web into dist/client and dist/server, whether or not that is needed. */
export async function buildWeb() {
  // Taken first, so that edits made during the build trigger the next one.
  const fingerprint = webFingerprint();
  rmSync(stampFile, { force: true });
  const { createBuilder } = await import("vite");
  const builder = await createBuilder({ root, configFile: join(root, "vite.config.ts"), logLevel: "warn" });
  await builder.buildApp();
  writeFileSync(stampFile, fingerprint);
}

/**
 * Builds the web if dist/ is missing or older than its sources. Runs in its own process, so that the server doesn't
 * keep the build tools in memory.
 */
export function buildWebIfStale() {
  if (readStamp() === webFingerprint()) return;
  const startedAt = Date.now();
  console.log("Building the web app …");
  const { status } = spawnSync(process.execPath, [join(root, "scripts", "build.ts")], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "inherit",
  });
  if (status !== 0) throw new StartFailure("Couldn't build the web app. See above.");
  console.log(`Built in ${Math.round((Date.now() - startedAt) / 100) / 10} s.`);
}

function readStamp() {
  try {
    return readFileSync(stampFile, "utf8");
  } catch {
    return undefined;
  }
}

if (isCalled(import.meta.url)) {
  process.env.NODE_ENV = "production";
  await buildWeb();
}
