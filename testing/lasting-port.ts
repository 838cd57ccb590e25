import { createServer } from "node:net";

/** Below the range from which systems assign free ports. */
const lowest = 11_000;
const processes = 1000;
/** Ports for each process: two processes never get the same one. */
const share = 16;

let issuedCount = 0;

/**
 * A port for a server that is stopped and started again: while it is down, the system doesn't assign this port to
 * anyone, and other test processes use other ports.
 */
export async function lastingPort(): Promise<number> {
  const first = lowest + (process.pid % processes) * share;
  for (let tries = 0; tries < share; tries++) {
    const port = first + (issuedCount++ % share);
    if (await isFree(port)) return port;
  }
  throw new Error(`Ports ${first} to ${first + share - 1} are all in use`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
