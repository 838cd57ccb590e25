import type { Positions } from "#contract/realtime.ts";
import { outsideRequests } from "../current-request.ts";
import type { Queryable } from "../db/database.ts";
import type { Logger } from "../log.ts";
import { writeEvent, type Listener } from "./listener.ts";
import { resumeAt, writePositions, type Extent } from "./positions.ts";
import * as store from "./store.ts";

/** Messages that one look reads at most; if there are more, the next look follows at once. */
const mostRead = 500;
/** A replay has its own limits. */
const allOfThem = 1_000_000;

/** The most bytes that a connection gets replayed; a reader who missed more loads the state instead. */
const mostReplayedBytes = 200 * 1024;

/** Types of messages that aren't sent. */
const forNobody = new Set([store.scrubbed, store.recheck]);

/** A connection that starts with some topics, or goes on with one after a check. */
interface Joining {
  listener: Listener;
  /** How far it has read; topics without a position start at their end. */
  from: Positions;
  topics: string[];
  /** True on the connection's start, which says the positions. */
  isNew: boolean;
}

/** How a connection starts with a topic. */
interface Way {
  topic: string;
  /** It gets the messages after this one … */
  from: number;
  /** … up to this one, and then what is new. */
  end: number;
  /** True if it must load the state instead. */
  isReset: boolean;
}

const messageText = ({ topic, seq, type, data }: store.MessageRow) =>
  `{"topic":"${topic}","seq":${seq},"type":"${type}","data":${data}}`;

/**
 * Reads new messages once for all connections of a node and hands them out. All its reads happen in one loop, one after
 * the other, so a connection that starts can neither miss a message nor get it twice: the loop first brings everyone to
 * the same position, then replays to the new ones what lies between theirs and that.
 */
export class Hub {
  readonly #db: Queryable;
  readonly #log: Logger;
  readonly #onDrop: () => void;
  /** Connections by topic, and how far all of them have read it. */
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #live = new Map<string, number>();
  #joining: Joining[] = [];
  #looking: Promise<void> | undefined;
  #again = false;
  #isStopped = false;

  constructor(db: Queryable, { log, onDrop }: { log: Logger; onDrop: () => void }) {
    this.#db = db;
    this.#log = log;
    this.#onDrop = onDrop;
  }

  /** Looks for new messages soon. */
  readonly wake = (): void => {
    this.#again = true;
    if (this.#isStopped || (this.#joining.length === 0 && this.#live.size === 0)) return;
    this.#looking ??= outsideRequests(() => this.#keepLooking()).finally(() => (this.#looking = undefined));
  };

  /** Lets a connection take part, from these positions on. */
  join(listener: Listener, from: Positions): void {
    this.#joining.push({ listener, topics: [...listener.topics], from, isNew: true });
    this.wake();
  }

  /** Forgets a connection that was closed. */
  remove(listener: Listener): void {
    this.#joining = this.#joining.filter((join) => join.listener !== listener);
    for (const topic of listener.topics) this.#leave(listener, topic);
  }

  /** Holds a topic back from a connection until it is known whether its visitor may still read it. */
  async check(listener: Listener, topic: string): Promise<void> {
    const position = this.#live.get(topic);
    if (position === undefined || this.#listeners.get(topic)?.has(listener) !== true) return;
    listener.held.set(topic, position);
    this.#leave(listener, topic);
    try {
      if (await listener.mayRead(topic)) {
        this.#joining.push({ listener, topics: [topic], from: { [topic]: position }, isNew: false });
        return this.wake();
      }
    } catch (error) {
      this.#log.warn({ err: error, topic }, "a realtime connection's access can't be checked, so it's closed");
      return listener.end();
    }
    listener.removeTopic(topic);
    listener.sendControl(this.#live, { control: "closed", topic });
    if (listener.topics.length === 0) listener.end();
  }

  /** Reads nothing anymore. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#looking;
  }

  async #keepLooking(): Promise<void> {
    while (this.#again && !this.#isStopped) {
      this.#again = false;
      const joins = this.#joining.splice(0).filter(({ listener }) => !listener.isClosed);
      try {
        await this.#look(joins);
      } catch (error) {
        // They wait for the next look, two seconds from now.
        this.#joining.unshift(...joins);
        this.#log.warn({ err: error }, "realtime messages can't be read; the node tries again");
        return;
      }
    }
  }

  async #look(joins: Joining[]): Promise<void> {
    const topics = [...new Set(joins.flatMap((join) => join.topics))];
    const found = topics.length === 0 ? [] : await store.findExtents(this.#db, topics);
    while (this.#live.size > 0) {
      const rows = await store.findAfter(this.#db, this.#live, mostRead);
      for (const row of rows) this.#handOut(row);
      if (rows.length < mostRead) break;
    }
    if (joins.length > 0) await this.#admit(joins, new Map(found.map(({ topic, ...extent }) => [topic, extent])));
  }

  /** Gives a new message to everyone who reads its topic. */
  #handOut(row: store.MessageRow): void {
    const { topic, seq, type } = row;
    const position = this.#live.get(topic);
    const readers = this.#listeners.get(topic);
    // Its last reader left while it was read.
    if (position === undefined || readers === undefined) return;
    this.#live.set(topic, seq);
    if (seq !== position + 1) {
      this.#log.error({ topic, seq, position }, "a realtime topic has a gap");
      for (const reader of readers) reader.sendControl(this.#live, { control: "reset", topic, seq });
    } else if (type === store.recheck) {
      for (const reader of readers) void this.check(reader, topic);
    } else if (!forNobody.has(type)) {
      this.#send(readers, messageText(row));
    }
  }

  /** Sends a message to its readers. Those of the same topics get the same bytes, which are made once. */
  #send(readers: Set<Listener>, text: string): void {
    const shared = new Map<string, Buffer>();
    for (const reader of readers) {
      const { key } = reader;
      const bytes = (key === undefined ? undefined : shared.get(key)) ?? writeEvent(reader.idAt(this.#live), text);
      if (key !== undefined) shared.set(key, bytes);
      if (!reader.send(bytes)) this.#onDrop();
    }
  }

  /** Replays to connections what they missed, and lets them take part from now on. */
  async #admit(joins: Joining[], extents: Map<string, Extent>): Promise<void> {
    const after = new Map<string, number>();
    const plans = joins.map((join) => {
      const ways = join.topics.map((topic): Way => {
        const { oldest, newest } = extents.get(topic) ?? { oldest: null, newest: 0 };
        const end = this.#live.get(topic) ?? newest;
        const given = join.from[topic];
        const way = resumeAt(given, { oldest, newest: end });
        if (given === undefined || way !== "replay") return { topic, from: end, end, isReset: way === "reset" };
        after.set(topic, Math.min(given, after.get(topic) ?? given));
        return { topic, from: given, end, isReset: false };
      });
      return { ...join, ways };
    });
    const missed = after.size === 0 ? [] : await store.findAfter(this.#db, after, allOfThem);
    for (const { listener, ways, isNew } of plans) if (!listener.isClosed) this.#start(listener, ways, isNew, missed);
  }

  #start(listener: Listener, ways: Way[], isNew: boolean, missed: store.MessageRow[]): void {
    for (const { topic, end } of ways) {
      if (!this.#live.has(topic)) this.#live.set(topic, end);
      listener.held.delete(topic);
      this.#listeners.set(topic, (this.#listeners.get(topic) ?? new Set()).add(listener));
    }
    const reached = new Map(listener.topics.map((topic) => [topic, listener.positionIn(topic, this.#live)]));
    for (const { topic, from } of ways) reached.set(topic, from);
    const parts: Buffer[] = [];
    const write = (text: string) => parts.push(writeEvent(writePositions(reached), text));
    if (isNew) write(JSON.stringify({ control: "positions", positions: Object.fromEntries(reached) }));
    for (const { topic, from, end, isReset } of ways) {
      const own = missed.filter((row) => row.topic === topic && row.seq > from && row.seq <= end);
      const isTooMuch = own.reduce((sum, row) => sum + row.data.length, 0) > mostReplayedBytes / ways.length;
      for (const row of isTooMuch ? [] : own) {
        reached.set(topic, row.seq);
        if (!forNobody.has(row.type)) write(messageText(row));
      }
      reached.set(topic, end);
      if (isReset || isTooMuch) write(JSON.stringify({ control: "reset", topic, seq: end }));
    }
    if (parts.length > 0) listener.send(Buffer.concat(parts));
  }

  #leave(listener: Listener, topic: string): void {
    const readers = this.#listeners.get(topic);
    readers?.delete(listener);
    if (readers?.size === 0) {
      this.#listeners.delete(topic);
      this.#live.delete(topic);
    }
  }
}
