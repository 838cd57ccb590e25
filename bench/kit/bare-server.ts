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

/** Headers that node:http writes by itself, or that belong to one connection. */
const hopHeaders = new Set(["connection", "keep-alive", "date", "transfer-encoding"]);

/**
 * Asks the site once and has the bare server answer the same from then on: the same headers, the same bytes.
 *
 * @param headers of the request
 * @returns the path at the bare server, and the bytes of the body
 */
export async function copyAnswer(
  bare: BareServer,
  address: string,
  headers: Record<string, string> = {},
): Promise<{ path: string; bytes: number }> {
  const answer = await fetch(address, { headers: { "accept-encoding": "identity", ...headers } });
  if (answer.status !== 200) throw new StartFailure(`${address} answered ${answer.status}`);
  const body = Buffer.from(await answer.arrayBuffer());
  const copied = [...answer.headers].filter(([name]) => !hopHeaders.has(name));
  const registered = await fetch(bare.baseUrl, {
    method: "POST",
    body: JSON.stringify({ headers: copied, body: body.toString("base64") }),
  });
  return { path: await registered.text(), bytes: body.length };
}
