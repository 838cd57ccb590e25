import { setTimeout as sleep } from "node:timers/promises";
import type { RedisClientType } from "@redis/client";
import pg from "pg";
import type { ConnectionSettings, Database } from "../db/database.ts";
import { run } from "../db/rows.ts";
import type { Logger } from "../log.ts";

/** The name of the notification, in PostgreSQL and in Redis. */
const channel = "realtime";

/** Even if no wake-up arrives, a node looks for messages this often. */
const pollMs = 2000;

/** What wake-ups need. */
interface WakeUpSettings {
  db: Database;
  /** How to reach the database without a pooler. Undefined: the node isn't notified by the database. */
  direct: ConnectionSettings | undefined;
  redisUrl: string | undefined;
  log: Logger;
  /** How often the node looks without a wake-up, in milliseconds; `pollMs` if absent. */
  pollEvery?: number;
}

/**
 * Tells all nodes that there are new messages: by PostgreSQL's NOTIFY, and by Redis if there is one. A wake-up carries
 * nothing and may get lost: each node also looks every two seconds, and the table has the messages.
 */
export interface WakeUps {
  /** Calls `onWake` from now on. */
  start(onWake: () => void): void;
  /** Wakes all nodes soon; calls while one is under way become one. */
  announce(): void;
  stop(): Promise<void>;
}

/** Creates the wake-ups of a node. Nothing is connected before `start` or `announce`. */
export function createWakeUps({ db, direct, redisUrl, log, pollEvery = pollMs }: WakeUpSettings): WakeUps {
  const stopping = new AbortController();
  const { signal } = stopping;
  const redis = redisUrl === undefined ? undefined : createRedis(redisUrl, log);
  let started: Promise<unknown> | undefined;
  let announcing: Promise<void> | undefined;
  let again = false;

  async function notify(): Promise<void> {
    do {
      again = false;
      await Promise.all([
        // Not in the transaction of the message: commits that notify wait for each other in the whole server.
        run(db)`select pg_notify(${channel}, '')`.catch((error: unknown) => {
          log.warn({ err: error }, "a realtime wake-up was not sent; nodes look for themselves");
        }),
        redis?.publish(),
      ]);
    } while (again && !signal.aborted);
  }

  return {
    start(onWake) {
      if (started !== undefined || signal.aborted) return;
      const poll = setInterval(onWake, pollEvery);
      poll.unref();
      signal.addEventListener("abort", () => clearInterval(poll));
      const listening = direct === undefined ? undefined : listen(direct, onWake, signal);
      started = Promise.all([listening, redis?.subscribe(onWake)]);
    },
    announce() {
      if (signal.aborted) return;
      again = announcing !== undefined;
      announcing ??= notify().finally(() => (announcing = undefined));
    },
    async stop() {
      stopping.abort();
      await announcing;
      redis?.close();
      await started;
    },
  };
}

/** Listens on a connection of its own, and on a new one whenever that is lost. */
async function listen(direct: ConnectionSettings, onWake: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({ ...direct, keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
    const lost = new Promise<void>((resolve) => {
      client.once("end", resolve);
      client.on("error", () => resolve());
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    try {
      await client.connect();
      client.on("notification", onWake);
      await client.query(`listen ${channel}`);
      // Whatever was announced while nobody listened.
      onWake();
      await lost;
    } catch {
      // The poll goes on meanwhile, and says what is wrong with the database.
    }
    await client.end().catch(() => undefined);
    // Nodes that lost the same database don't come back in step.
    await sleep(500 + 1500 * Math.random(), undefined, { signal, ref: false }).catch(() => undefined);
  }
}

function createRedis(url: string, log: Logger) {
  const loadClient = async () => {
    const { createClient } = await import("@redis/client");
    const client = createClient({
      url,
      // A wake-up that can't be sent now is worth nothing later.
      disableOfflineQueue: true,
      socket: { reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 5000) * (0.5 + Math.random() / 2) },
    }) as RedisClientType;
    let isLost = false;
    client.on("error", (error: unknown) => {
      if (!isLost) log.warn({ err: error }, "Redis can't be reached; nodes are woken by the database alone");
      isLost = true;
    });
    client.on("ready", () => (isLost = false));
    return client;
  };
  const clients: RedisClientType[] = [];
  let publisher: Promise<RedisClientType> | undefined;
  let isClosed = false;

  async function open(): Promise<RedisClientType> {
    const client = await loadClient();
    clients.push(client);
    if (isClosed) return client;
    // It resolves only once Redis is reached, which may be never.
    client.connect().catch(() => undefined);
    return client;
  }

  return {
    async publish(): Promise<void> {
      const client = await (publisher ??= open());
      if (client.isReady) await client.publish(channel, "").catch(() => undefined);
    },
    async subscribe(onWake: () => void): Promise<void> {
      const client = await open();
      // Also after each reconnect, for what was announced meanwhile.
      client.on("ready", () => {
        void client.subscribe(channel, onWake).catch(() => undefined);
        onWake();
      });
    },
    close(): void {
      isClosed = true;
      for (const client of clients) if (client.isOpen) client.destroy();
    },
  };
}
