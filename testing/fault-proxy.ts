import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { lastingPort } from "./lasting-port.ts";

/** Faults of a connection, in both directions. */
export interface LineFaults {
  /** Milliseconds added to everything, and the maximum random addition. */
  latencyMs?: number;
  jitterMs?: number;
  /** Forwards at most this many bytes at a time, each batch in its own packet. */
  sliceBytes?: number;
  /** Breaks each connection after this many bytes in one direction. */
  limitBytes?: number;
  /** Delays telling one end that the other has closed the connection. */
  slowCloseMs?: number;
  /** Accepts everything and forwards nothing. */
  isSilent?: boolean;
  /**
   * Breaks the connection at a chunk that the client sends: before it is forwarded, or when the first response arrives,
   * which the client then never sees. `hang`: the chunk is forwarded, and the client never receives anything again.
   */
  cut?: (chunk: Buffer) => "before" | "after" | "hang" | undefined;
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/** A proxy between us and a server. By default it changes nothing; it applies the faults it is given. */
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
    /** The number of open connections. */
    get lineCount() {
      return lines.size;
    },
    get isDown() {
      return !server.listening;
    },
    /** Applies to open and new connections from now on. An empty object removes all faults. */
    set: (next: LineFaults) => void (faults = next),
    /** Breaks every open connection, like a reset by the other end. */
    reset: () => lines.forEach((line) => line.cut()),
    /** Stops listening and breaks every connection. */
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

/** Forwards data from one end to the other, in order. `breaks` decides for each chunk whether to cut the connection. */
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

/** Waits until the clock reaches the time; a timer alone may fire slightly early. */
async function pauseUntil(due: number): Promise<void> {
  for (let wait = due - Date.now(); wait > 0; wait = due - Date.now()) {
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** A PostgreSQL server's address, as a proxy target. */
export function postgresTarget({ host, port }: { host?: string; port?: number }): NetConnectOpts {
  return host?.startsWith("/") === true ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: port! };
}
