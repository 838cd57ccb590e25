import type { ServerResponse } from "node:http";
import type { Positions } from "#contract/realtime.ts";
import type { Config } from "#server/config.ts";
import { AppError } from "../app-error.ts";
import { afterCommit, type ConnectionSettings, type Database, type Queryable, type Tx } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import type { Job } from "../jobs.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { Hub, peopleTopic } from "./hub.ts";
import { Listener, type AskAccess } from "./listener.ts";
import * as store from "./store.ts";
import { createWakeUps } from "./wake-ups.ts";
import { networkOf } from "../http/limits.ts";

/** A browser needs one connection. A person has a few browsers. Beyond what a network has, each takes a proof of work. */
const max = { perPerson: 6, perAddress: 50, provenPerAddress: 2000 };

/** Counts open connections by person and by address. */
class ConnectionCounts {
  readonly #counts = new Map<string, number>();
  readonly #isLimited: boolean;

  /** @param isLimited false counts without a limit, for benchmarks */
  constructor(isLimited: boolean) {
    this.#isLimited = isLimited;
  }

  /** True if a network has as many connections as it can have without proofs. */
  isCrowded(address: string): boolean {
    return this.#isLimited && (this.#counts.get(`address ${networkOf(address)}`) ?? 0) >= max.perAddress;
  }

  /**
   * Counts a connection. One with a proof doesn't count among those that its network has without.
   *
   * @returns what ends the count when the connection closes
   * @throws AppError `too_many_requests`
   */
  add({ address, userId, isProven }: Pick<Caller, "address" | "userId" | "isProven">): () => void {
    const network = networkOf(address);
    const limits: [string, number][] = [
      isProven ? [`proven ${network}`, max.provenPerAddress] : [`address ${network}`, max.perAddress],
    ];
    if (userId !== undefined) limits.push([`person ${userId}`, max.perPerson]);
    const isFull = limits.some(([key, limit]) => (this.#counts.get(key) ?? 0) >= limit);
    if (this.#isLimited && isFull)
      throw new AppError("too_many_requests", { retryAfterSeconds: 30, limit: "realtime" });
    for (const [key] of limits) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return () => {
      for (const [key] of limits) {
        const left = this.#counts.get(key)! - 1;
        if (left > 0) this.#counts.set(key, left);
        else this.#counts.delete(key);
      }
    };
  }
}

/** A family of topics, which one module has: `chat` is the family of `chat.12`. */
export interface TopicFamily {
  prefix: string;
  /** True if a visitor may read the topic of this id now. False for ids that don't exist. */
  mayRead: (visitor: Principal | undefined, id: string) => Promise<boolean>;
}

/** Publishes messages to topics. */
export interface Realtime {
  /**
   * Publishes a message with its cause: readers get it once the transaction has committed, and never if it hasn't. All
   * of them get a topic's messages in one order. Publish late: other messages of the topic wait for the transaction's
   * end.
   *
   * @param options.subject what the message is about, by a name of the module's own, for `scrub`
   * @returns its number in the topic
   */
  publish(tx: Tx, topic: string, type: string, data: unknown, options?: { subject?: string }): Promise<number>;
  /** Removes the data of a topic's messages about some subjects: nobody who comes back gets them. */
  scrub(tx: Tx, topic: string, ...subjects: string[]): Promise<void>;
  /**
   * Makes all nodes ask again who may read a topic: everyone, or one person. Its later messages reach only those who
   * still may. The others get `closed`.
   */
  recheck(tx: Tx, topic: string, personId?: number): Promise<void>;
  /**
   * Makes all nodes ask again what a person may read, because sessions of theirs ended or they may do less. Connections
   * of an ended session end. Call it late in a transaction: others that call it wait for the transaction's end.
   */
  recheckPerson(tx: Tx, personId: number): Promise<void>;
  /**
   * How far a topic has come. Read it before the state that a page shows, and send both: a page that continues from here
   * misses nothing.
   */
  findPosition(db: Queryable, topic: string): Promise<number>;
}

/** What the realtime channel of a node needs. */
interface RealtimeSurroundings {
  db: Database;
  /** How to reach the database without a pooler. */
  direct: ConnectionSettings | undefined;
  log: Logger;
  metrics: Metrics;
}

/** Who opens a connection. */
interface Caller {
  address: string;
  userId: number | undefined;
  /** True if it has given a proof of work, because its network is crowded. */
  isProven: boolean;
  ask: AskAccess;
}

const heartbeatMs = 15_000;
/** Access is also checked without being asked: sessions expire, and owners of topics may not say that access changed. */
const checkEveryMs = 60_000;
const keptMinutes = 60;

/** The realtime channel of one node. */
export type RealtimeNode = ReturnType<typeof createRealtime>;

/** Creates the realtime channel of a node. It connects nowhere before its first connection or message. */
export function createRealtime(
  { redisUrl, rateLimits }: Pick<Config, "redisUrl" | "rateLimits">,
  { db, direct, log, metrics }: RealtimeSurroundings,
) {
  const open = new Set<Listener>();
  const counts = new ConnectionCounts(rateLimits);
  const dropped = metrics.counter("realtime_dropped_total", "Realtime connections closed because they were too slow");
  metrics.gauge("realtime_connections", "Open realtime connections of this node", () => [{ value: open.size }]);
  const drop = () => dropped.add({});
  const wakeUps = createWakeUps({ db, direct, redisUrl, log });
  const hub = new Hub(db, { log, onDrop: drop });
  let heartbeat: NodeJS.Timeout | undefined;
  let isStopping = false;

  // The same function each time: a transaction that publishes much announces once.
  const announce = () => {
    hub.wake();
    wakeUps.announce();
  };
  const publish: Realtime["publish"] = async (tx, topic, type, data, { subject } = {}) => {
    const seq = await store.insertMessage(tx, { topic, type, data, subject });
    afterCommit(tx, announce);
    return seq;
  };
  const publishRecheck = async (tx: Tx, topic: string, person: number | undefined) =>
    void (await publish(tx, topic, store.recheck, { person }, { subject: store.recheck }));
  const realtime: Realtime = {
    publish,
    scrub: store.scrubMessages,
    recheck: (tx, topic, person) => publishRecheck(tx, topic, person),
    recheckPerson: (tx, person) => publishRecheck(tx, peopleTopic, person),
    findPosition: store.findPosition,
  };

  function beat(): void {
    const now = performance.now();
    for (const listener of open) {
      if (!listener.beat()) drop();
      if (now - listener.checkedAt < checkEveryMs) continue;
      listener.checkedAt = now;
      hub.check(listener);
    }
  }

  return {
    realtime,
    /** Deletes messages that are too old to be replayed. */
    job: { name: "realtime-messages", everyMs: 60_000, run: () => store.purgeMessages(db, keptMinutes) } satisfies Job,

    /** True if a network has as many connections as it can have without proofs. */
    isCrowded: (address: string): boolean => counts.isCrowded(address),

    /** How far topics have come, to be read before asking whether a caller may read them. */
    findPositions: (topics: string[]): Promise<Positions> => hub.findPositions(topics),

    /**
     * Opens a connection.
     *
     * @param topics those that the caller may read
     * @param from how far the caller has read them; topics without a position start where they were when access was asked
     * @param accessPositions from `findPositions`
     * @param respond sends the response's head and returns the response
     * @throws AppError `too_many_requests` | `unavailable`, before anything is sent
     */
    connect(
      caller: Caller,
      { topics, from, accessPositions }: { topics: string[]; from: Positions; accessPositions: Positions },
      respond: () => ServerResponse,
    ): Listener {
      if (isStopping) throw new AppError("unavailable", { retryAfterSeconds: 1 });
      const uncount = counts.add(caller);
      const response = respond();
      const listener = new Listener(response, topics, caller);
      open.add(listener);
      response.once("close", () => {
        open.delete(listener);
        hub.remove(listener);
        uncount();
      });
      wakeUps.start(hub.wake);
      heartbeat ??= setInterval(beat, heartbeatMs).unref();
      hub.join(listener, from, accessPositions);
      return listener;
    },

    /** Ends all connections; their browsers come back to whoever serves then. No new ones are accepted. */
    endConnections(): void {
      isStopping = true;
      clearInterval(heartbeat);
      for (const listener of open) listener.end();
    },

    /** Ends everything. Afterwards nothing uses the database anymore. */
    async stop(): Promise<void> {
      this.endConnections();
      await hub.stop();
      await wakeUps.stop();
    },
  };
}
