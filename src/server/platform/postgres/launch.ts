import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fchownSync, openSync } from "node:fs";
import type { LaunchPlan, Postmaster } from "./postmaster.ts";
import { commandFor, programEnvironment } from "./program.ts";
import { StartFailure } from "./start-failure.ts";
import { launchOnWindows } from "./windows.ts";

/**
 * Starts the server process; it is not ready yet.
 *
 * It gets its own session, so that Ctrl-C in the terminal reaches us but not the server.
 */
export async function launchPostmaster(plan: LaunchPlan): Promise<Postmaster> {
  const { folders, binaries, account } = plan;
  if (process.platform === "win32") return launchOnWindows(plan);
  const [command, ...args] = commandFor(account, "INT", [
    binaries.postgres,
    "-D",
    folders.cluster,
    "-c",
    `cluster_name=${folders.tag}`,
  ]);

  // A file and not a pipe: the server must outlive us long enough to shut down cleanly.
  const output = openSync(folders.startupLog, "w", 0o600);
  if (account.owner) fchownSync(output, account.owner.uid, account.owner.gid);
  const child = spawn(command, args, {
    ...account.spawn,
    cwd: folders.root,
    env: programEnvironment,
    stdio: ["ignore", output, output],
    detached: true,
  });
  closeSync(output);
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    await once(child, "spawn");
  } catch (error) {
    throw new StartFailure(`Couldn't start PostgreSQL: ${(error as Error).message}`);
  }
  child.unref();
  return {
    exited,
    signal: (mode) => void child.kill(mode === "fast" ? "SIGINT" : "SIGQUIT"),
  };
}
