import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join, relative } from "node:path";
import { readConfig } from "#server/config.ts";
import { startBuiltInPostgres, toConnectionUrl, type BuiltInPostgres } from "#server/platform/postgres/index.ts";
import { endWithNpm } from "./end-with-npm.ts";
import { root } from "./root.ts";
import { watchFolders } from "./watch-folders.ts";

// `npm run dev`: restarts the server when its sources change, while the built-in database stays up. Vite, inside the
// server, handles what the browser gets.

const watched = ["src/server", "src/contract", "db/migrations"];
const settleMs = 120;
const patienceMs = 5000;

let server: ChildProcess | undefined;
let ending = false;
let turn = Promise.resolve();

endWithNpm();
const { database, environment } = await startDatabase();
watchFolders(
  watched.map((folder) => join(root, folder)),
  onChange,
);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end());
startServer();

async function startDatabase(): Promise<{ database?: BuiltInPostgres; environment: NodeJS.ProcessEnv }> {
  try {
    const config = readConfig();
    if (config.databaseUrl) return { environment: process.env };
    const started = await startBuiltInPostgres({ dataDir: config.dataDir, log: console });
    const demo = config.demo ? "1" : "0";
    return {
      database: started,
      environment: { ...process.env, DATABASE_URL: toConnectionUrl(started.connection), DEMO: demo },
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

function startServer() {
  const child = spawn(process.execPath, [join(root, "scripts", "dev-server.ts")], {
    cwd: root,
    env: environment,
    stdio: "inherit",
    // Its own process group: Ctrl-C reaches only us, and we pass it on once. On Windows this would open a window.
    detached: process.platform !== "win32",
  });
  server = child;
  child.once("exit", () => {
    if (server !== child) return;
    server = undefined;
    if (!ending) console.log("The server stopped. It restarts on the next change.");
  });
}

async function stopServer() {
  const child = server;
  server = undefined;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const impatience = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  await exited;
  clearTimeout(impatience);
}

let settling: NodeJS.Timeout | undefined;
function onChange(file: string) {
  if (!/\.(ts|sql|json)$/.test(file) || file.endsWith(".test.ts")) return;
  clearTimeout(settling);
  settling = setTimeout(() => {
    turn = turn.then(async () => {
      if (ending) return;
      console.log(`${relative(root, file)} changed. Restarting the server …`);
      await stopServer();
      if (!ending) startServer();
    });
  }, settleMs);
}

async function end() {
  // A second Ctrl-C doesn't wait; the kernel or the next start stops the database.
  if (ending) process.exit(130);
  ending = true;
  await stopServer();
  await database?.stop();
  process.exit(0);
}
