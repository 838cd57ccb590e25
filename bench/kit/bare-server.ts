import { fork } from "node:child_process";
import { StartFailure } from "#server/platform/app-error.ts";

/** A server that a site's figures are held against, in a process of its own, on a free port. */
export interface BareServer {
  port: number;
  baseUrl: string;
  stop(): void;
}

/** Starts one of this folder's bare servers: `bare-http`, `bare-sse`, `bare-beacons`, `select-one`, `mail-sink`. */
export async function startBare(name: string, ...args: string[]): Promise<BareServer> {
  const child = fork(new URL(`./${name}.ts`, import.meta.url), args);
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(Number(message)));
    child.once("exit", (code) => reject(new StartFailure(`The bare server ${name} ended with ${code}. See above.`)));
  });
  return { port, baseUrl: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}
