import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { lastingPort } from "./lasting-port.ts";

/** What is wrong with a line, in both directions. */
export interface LineFaults {
  /** Milliseconds that everything takes longer, and at most so many more by chance. */
  latencyMs?: number;
  jitterMs?: number;
  /** Hands on so many bytes at a time at most, each in a packet of its own. */
  sliceBytes?: number;
  /** Breaks each line after so many bytes in one direction. */
  limitBytes?: number;
  /** Tells one end only after so long that the other has closed the line. */
  slowCloseMs?: number;
  /** Takes everything and hands nothing on. */
  isSilent?: boolean;
  /**
   * Breaks the line at a chunk that the client sends: before it is handed on, or once the first answer to it is there,
   * which the client then never sees. `hang`: it is handed on, and the client never hears of this line again.
   */
  cut?: (chunk: Buffer) => "before" | "after" | "hang" | undefined;
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/** Something to put between us and a server: by itself it changes nothing, and it does to a line what it is told to. */
export async function startFaultProxy(target: NetConnectOpts) {
  let faults: LineFaults = {};
  const lines = new Set<Line>();
  const server = createServer({ allowHalfOpen: true });
  server.on("connection", (client: Socket) => {
    const upstream = connect({ ...target, allowHalfOpen: true });
    const line = createLine(client, upstream, () => faults);
    lines.add(line);
    client.once("close", () => lines.delete(line));
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  const port = await lastingPort();
  await listen(port);

  return {
    port,
    /** How many lines are open. */
    get lineCount() {
      return lines.size;
    },
    get isDown() {
      return !server.listening;
    },
    /** From now on, for lines that are open and for those to come. Nothing said is nothing wrong. */
    set: (next: LineFaults) => void (faults = next),
    /** Breaks every line that is open, as a reset by the other end. */
    reset: () => lines.forEach((line) => line.cut()),
    /** Nobody answers here any more. */
    async down() {
      const closed = once(server, "close");
      server.close();
      lines.forEach((line) => line.cut());
      await closed;
    },
    up: () => listen(port),
    async close() {
      lines.forEach((line) => line.cut());
      if (server.listening) {
        server.close();
        await once(server, "close");
      }
    },
  };
}

interface Line {
  cut(): void;
}

function createLine(client: Socket, upstream: Socket, faults: () => LineFaults): Line {
  let cutAtAnswer = false;
  let isMute = false;
  const cut = () => {
    client.resetAndDestroy();
    upstream.destroy();
  };
  client.on("error", cut);
  upstream.on("error", cut);
  upstream.once("close", () => {
    if (!isMute) client.destroy();
  });
  client.once("close", () => upstream.destroy());

  carry(client, upstream, faults, cut, (chunk) => {
    const moment = faults().cut?.(chunk);
    if (moment === "after") cutAtAnswer = true;
    if (moment === "hang") isMute = true;
    return moment === "before";
  });
  const faultsBack = () => ({ ...faults(), ...(isMute ? { isSilent: true } : {}) });
  carry(upstream, client, faultsBack, cut, () => cutAtAnswer);
  return { cut };
}

/** Carries what comes from one end to the other, in order. `breaks` says of each chunk whether the line ends at it. */
function carry(
  from: Socket,
  to: Socket,
  faults: () => LineFaults,
  cut: () => void,
  breaks: (chunk: Buffer) => boolean,
): void {
  let carried = 0;
  let before = Promise.resolve();
  const next = (work: () => void | Promise<void>) => void (before = before.then(work));
  from.on("data", (chunk: Buffer) => {
    const { latencyMs = 0, jitterMs = 0 } = faults();
    const due = Date.now() + latencyMs + jitterMs * Math.random();
    next(async () => {
      await pauseUntil(due);
      const { isSilent, sliceBytes = chunk.length, limitBytes = Infinity } = faults();
      if (isSilent === true || to.destroyed) return;
      if (breaks(chunk)) return cut();
      for (let start = 0; start < chunk.length; start += sliceBytes) {
        to.write(chunk.subarray(start, start + sliceBytes));
        if (sliceBytes < chunk.length) await new Promise((resolve) => setImmediate(resolve));
      }
      carried += chunk.length;
      if (carried > limitBytes) cut();
    });
  });
  from.on("end", () =>
    next(async () => {
      const { slowCloseMs = 0, isSilent } = faults();
      if (isSilent === true) return;
      await pauseUntil(Date.now() + slowCloseMs);
      to.end();
    }),
  );
}

/** Waits until the clock says so; a timer alone may be a little early. */
async function pauseUntil(due: number): Promise<void> {
  for (let wait = due - Date.now(); wait > 0; wait = due - Date.now()) {
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Where a PostgreSQL listens, as a target. */
export function postgresTarget({ host, port }: { host?: string; port?: number }): NetConnectOpts {
  return host?.startsWith("/") === true ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: port! };
}
