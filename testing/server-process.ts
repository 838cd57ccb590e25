import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundled } from "./bundle.ts";
import { cacheFolder } from "./cache-folder.ts";
import type { TestDatabase } from "./database.ts";

export interface ServerProcess {
  baseUrl: string;
  child: ChildProcess;
  /** @throws Error when it doesn't close cleanly, for example because a sabotage changed nothing */
  stop(): Promise<void>;
  /** Kills it the way a power cut would. */
  kill(): Promise<void>;
}

/** Starts the product in its own process on a test database. */
export async function startServerProcess(
  database: TestDatabase,
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const script = await bundled(fileURLToPath(new URL("./serve.ts", import.meta.url)));
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      TEST_SITE_DATABASE: database.url,
      NODE_OPTIONS: "",
      NODE_COMPILE_CACHE: cacheFolder(),
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const match = /listening (\d+)/.exec(chunk.toString());
      if (match !== null) resolve(match[1]!);
    });
    child.once("exit", (code) => reject(new Error(`The server process ended with ${code} before it listened`)));
  });
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve, reject) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", (code) => {
        if (signal === "SIGKILL" || code === 0) resolve();
        else reject(new Error(`The server process ended with ${code}`));
      });
      child.kill(signal);
    });
  return { baseUrl: `http://127.0.0.1:${port}`, child, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}
