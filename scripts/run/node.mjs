import { spawnSync } from "node:child_process";
import { existsSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fail, isOursHere, locked, modules, platform } from "./places.mjs";

/** The oldest Node that runs TypeScript files without a flag or a warning. */
const oldestNode = [22, 18];

/** The packaged Node, or the one that runs this file if none is installed or runs here. Ends the program if it's too old. */
export function findNode() {
  const packaged = findPackaged();
  if (packaged !== undefined && runs(packaged)) return packaged;
  // It doesn't run here (another C library), so it must not hide the machine's own.
  if (packaged !== undefined) rmSync(join(modules, ".bin", "node"), { force: true });
  if (isNewEnough(process.version)) return process.execPath;
  return fail(
    `The site needs Node ${oldestNode.join(".")} or newer. No packaged Node runs on ${platform}, and the installed one is ${process.version}. Install Node 24 from https://nodejs.org and start again.`,
  );
}

function findPackaged() {
  for (const [path, wanted] of Object.entries(locked)) {
    if (!wanted.bin?.node || !isOursHere(path, wanted)) continue;
    const program = join(modules, path.slice("node_modules/".length), wanted.bin.node);
    if (existsSync(program)) return program;
  }
  return undefined;
}

function runs(program) {
  if (realpathSync(program) === realpathSync(process.execPath)) return true;
  const { stdout, status } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return status === 0 && isNewEnough(stdout.trim());
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace("v", "").split(".").map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}
