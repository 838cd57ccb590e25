import type { Positions } from "#contract/realtime.ts";
import { outsideRequests } from "../current-request.ts";
import type { Queryable } from "../db/database.ts";
import type { Logger } from "../log.ts";
import { writeEvent, type Listener } from "./listener.ts";
import { resumeAt, writePositions } from "./positions.ts";
import * as store from "./store.ts";

/** Messages that one look reads at most; if there are more, the next look follows at once. */
const maxRead = 500;
/** A replay has its own limits. */
const allOfThem = 1_000_000;

/** The most bytes that a connection gets replayed; a reader who missed more loads the state instead. */
const maxReplayedBytes = 200 * 1024;

/** The topic on which nodes tell each other whose connections to check. Nobody can follow it. */
export const peopleTopic = "node.people";

/** Types of messages that aren't sent. */
const forNobody = new Set([store.scrubbed, store.recheck]);

/** A connection that starts with some topics, or goes on with them after a check. */
interface Joining {
  listener: Listener;
  /** How far it has read each of them. */
  from: Positions;
  topics: string[];
  /** How far its topics, and the one about people, had come before it was asked whether the visitor may read them. */
  asked: Positions;
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

/** Whom a message for the nodes is about; undefined for everyone. */
const readPerson = ({ data }: store.MessageRow) => (JSON.parse(data) as { person?: number }).person;

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
    this.#looking ??= outsideRequests(() => this.#pollUntilRead()).finally(() => (this.#looking = undefined));
  };

  /**
   * How far some topics have come, and the one about people. Read it before asking whether a visitor may read them, and
   * pass it to `join`: whatever changes access after it is noticed.
   */
  async findPositions(topics: string[]): Promise<Positions> {
    const found = await store.findExtents(this.#db, [...topics, peopleTopic]);
    const newest = new Map(found.map((extent) => [extent.topic, extent.newest]));
    return Object.fromEntries([...topics, peopleTopic].map((topic) => [topic, newest.get(topic) ?? 0]));
  }

  /** Lets a connection take part, from these positions on. `asked` comes from `findPositions`. */
  join(listener: Listener, from: Positions, asked: Positions): void {
    const topics = [...listener.topics];
    for (const topic of topics) listener.held.set(topic, from[topic] ?? asked[topic]!);
    this.#joining.push({ listener, topics, from: Object.fromEntries(listener.held), asked, isNew: true });
    this.wake();
  }

  /** Forgets a connection that was closed. */
  remove(listener: Listener): void {
    this.#joining = this.#joining.filter((join) => join.listener !== listener);
    for (const topic of listener.topics) this.#leave(listener, topic);
  }

  /** Holds topics back from a connection until it is known whether its visitor may still read them. */
  check(listener: Listener, topics: string[] = listener.topics): void {
    const from = new Map<string, number>();
    const people = this.#live.get(peopleTopic);
    if (people === undefined) return;
    for (const topic of topics) {
      const position = this.#live.get(topic);
      // Held back by a check that is under way. Whatever it missed is noticed when the connection goes on.
      if (position === undefined || this.#listeners.get(topic)?.has(listener) !== true) continue;
      from.set(topic, position);
      listener.held.set(topic, position);
      this.#leave(listener, topic);
    }
    if (from.size === 0) return;
    const positions = Object.fromEntries(from);
    const asked = { ...positions, [peopleTopic]: people };
    void this.#ask({ listener, topics: [...from.keys()], from: positions, asked, isNew: false });
  }

  /** Asks whether a connection's visitor may read its topics, and lets it go on with those. */
  async #ask(join: Joining): Promise<void> {
    const { listener, topics } = join;
    let allowed: string[] | undefined;
    try {
      allowed = await listener.ask(topics);
    } catch (error) {
      this.#log.warn({ err: error, topics }, "a realtime connection's access can't be checked, so it's closed");
    }
    // Its browser comes back, as whoever it is by then.
    if (allowed === undefined) return listener.end();
    for (const topic of topics) {
      if (allowed.includes(topic)) continue;
      listener.removeTopic(topic);
      listener.sendControl(this.#live, { control: "closed", topic });
    }
    if (listener.topics.length === 0) return listener.end();
    if (allowed.length === 0) return;
    this.#joining.push({ ...join, topics: allowed });
    this.wake();
  }

  /** Reads nothing anymore. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#looking;
  }

  async #pollUntilRead(): Promise<void> {
    while (this.#again && !this.#isStopped) {
      this.#again = false;
      const joins = this.#joining.splice(0).filter(({ listener }) => !listener.isClosed);
      try {
        await this.#readOnce(joins);
      } catch (error) {
        // They wait for the next look, two seconds from now.
        this.#joining.unshift(...joins);
        this.#log.warn({ err: error }, "realtime messages can't be read; the node tries again");
        return;
      }
    }
  }

  async #readOnce(joins: Joining[]): Promise<void> {
    while (this.#live.size > 0) {
      const rows = await store.findAfter(this.#db, this.#live, maxRead);
      for (const row of rows) this.#handOut(row);
      if (rows.length < maxRead) break;
    }
    if (joins.length === 0) return;
    const topics = new Set([peopleTopic, ...joins.flatMap((join) => join.topics)]);
    const found = await store.findExtents(this.#db, [...topics]);
    await this.#admit(joins, new Map(found.map((extent) => [extent.topic, extent])));
  }

  /** Gives a new message to everyone who reads its topic. */
  #handOut(row: store.MessageRow): void {
    const { topic, seq, type } = row;
    const position = this.#live.get(topic);
    // Its last reader left while it was read.
    if (position === undefined) return;
    this.#live.set(topic, seq);
    const isGap = seq !== position + 1;
    if (topic === peopleTopic) return this.#checkPerson(isGap ? undefined : readPerson(row));
    const readers = this.#listeners.get(topic);
    if (readers === undefined) return;
    if (isGap) {
      this.#log.error({ topic, seq, position }, "a realtime topic has a gap");
      for (const reader of readers) reader.sendControl(this.#live, { control: "reset", topic, seq });
    } else if (type === store.recheck) {
      const person = readPerson(row);
      for (const reader of readers) if (person === undefined || reader.userId === person) this.check(reader, [topic]);
    } else if (!forNobody.has(type)) {
      this.#send(readers, messageText(row));
    }
  }

  /** Checks all connections of a person, or of everyone. */
  #checkPerson(person: number | undefined): void {
    const all = new Set([...this.#listeners.values()].flatMap((readers) => [...readers]));
    for (const listener of all) if (person === undefined || listener.userId === person) this.check(listener);
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
  async #admit(joins: Joining[], extents: Map<string, store.TopicExtent>): Promise<void> {
    const after = new Map<string, number>();
    const newestOf = (topic: string) => extents.get(topic)?.newest ?? 0;
    const isAskedAgain = ({ listener, topics, asked }: Joining) =>
      topics.some((topic) => (extents.get(topic)?.rechecked ?? 0) > asked[topic]!) ||
      (listener.userId !== undefined && newestOf(peopleTopic) > asked[peopleTopic]!);
    const plans = joins.flatMap((join) => {
      if (isAskedAgain(join)) {
        // Access changed while it was being asked.
        const asked = Object.fromEntries([...join.topics, peopleTopic].map((topic) => [topic, newestOf(topic)]));
        void this.#ask({ ...join, asked });
        return [];
      }
      const ways = join.topics.map((topic): Way => {
        const end = this.#live.get(topic) ?? newestOf(topic);
        const given = join.from[topic]!;
        const way = resumeAt(given, { oldest: extents.get(topic)?.oldest ?? null, newest: end });
        if (way !== "replay") return { topic, from: end, end, isReset: way === "reset" };
        after.set(topic, Math.min(given, after.get(topic) ?? given));
        return { topic, from: given, end, isReset: false };
      });
      return [{ ...join, ways }];
    });
    const missed = after.size === 0 ? [] : await store.findAfter(this.#db, after, allOfThem);
    for (const { listener, ways, isNew } of plans) {
      if (listener.isClosed) continue;
      if (!this.#live.has(peopleTopic)) this.#live.set(peopleTopic, newestOf(peopleTopic));
      this.#start(listener, ways, isNew, missed);
    }
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
      const isTooMuch = own.reduce((sum, row) => sum + row.data.length, 0) > maxReplayedBytes / ways.length;
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
    if (readers?.size !== 0) return;
    this.#listeners.delete(topic);
    this.#live.delete(topic);
    // Nobody to hear about people.
    if (this.#listeners.size === 0) this.#live.clear();
  }
}
