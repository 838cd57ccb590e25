import { createServer } from "node:net";

/** Below the ports that systems give to whoever asks for any. */
const lowest = 11_000;
const processes = 1000;
/** As many for each process: what two of them are given differs. */
const share = 16;

let given = 0;

/**
 * A port for a server that is ended and started again: while it is down, nobody who asks for any port is given this
 * one, and other processes of the tests ask for others.
 */
export async function lastingPort(): Promise<number> {
  const first = lowest + (process.pid % processes) * share;
  for (let tries = 0; tries < share; tries++) {
    const port = first + (given++ % share);
    if (await isFree(port)) return port;
  }
  throw new Error(`The ports ${first} to ${first + share - 1} are all taken`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
