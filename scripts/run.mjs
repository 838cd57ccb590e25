// Every npm script: `node scripts/run.mjs [--with-dev] FILE [ARGUMENTS]`. Installs what is missing (--with-dev: also what
// tests and checks need), then runs FILE with the packaged Node. It has no dependencies and runs on whatever Node the
// machine has, from 20.19. npm finds the packaged Node once it's installed, so only a run that installs needs a second process.

import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installWhatIsMissing } from "./run/install.mjs";
import { findNode } from "./run/node.mjs";
import { holdModules, acquireTurn } from "./run/turns.mjs";

const rest = process.argv.slice(2);
const withDev = rest[0] === "--with-dev" && rest.shift() !== undefined;
const [file, ...args] = rest;
// Somebody wrote npm's own `--` twice.
if (args[0] === "--") args.shift();

const endTurn = await acquireTurn();
const hasInstalled = installWhatIsMissing({ withDev });
const node = findNode();
if (!hasInstalled && realpathSync(node) === realpathSync(process.execPath)) {
  holdModules(file);
  endTurn();
  await runHere(realpathSync(resolve(file)));
} else {
  endTurn();
  runWith(node);
}

/** Runs the file in this process, so that arguments, signals and the exit code are its own. */
async function runHere(path) {
  process.argv = [process.execPath, path, ...args];
  await import(pathToFileURL(path).href);
}

/** Runs this program again, with the packaged Node: ends as that ends, and passes signals on. */
function runWith(path) {
  const itself = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(path, itself, { stdio: "inherit" });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) {
    process.on(signal, () => {
      // Ctrl-C reaches every program of the terminal by itself, and a second one means hurry.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("exit", (code, signal) => {
    for (const name of signals) process.removeAllListeners(name);
    if (signal === null) process.exit(code);
    process.kill(process.pid, signal);
  });
}
