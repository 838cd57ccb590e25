import type { ServerResponse } from "node:http";
import type { ControlMessage } from "#contract/realtime.ts";
import { writePositions } from "./positions.ts";

/** A connection that is behind by more bytes than this is closed; its browser comes back and continues. */
const maxUnsentBytes = 256 * 1024;

const heartbeat = Buffer.from(":\n\n");

/** Writes one server-sent event. */
export const writeEvent = (id: string, data: string): Buffer => Buffer.from(`id: ${id}\ndata: ${data}\n\n`);

/** Asks which of these topics the connection's visitor may read now; undefined if their session has ended. */
export type AskAccess = (topics: string[]) => Promise<string[] | undefined>;

/** One open connection and the topics that it gets. */
export class Listener {
  /** The topics that it gets, in the order of its address. */
  readonly topics: string[];
  /** Topics that don't reach it for the moment, and how far it has read them: whether it may read them is being checked. */
  readonly held = new Map<string, number>();
  readonly ask: AskAccess;
  /** Whose session it was opened with, if anyone's. */
  readonly userId: number | undefined;
  /** When its access was last checked, by `performance.now()`. */
  checkedAt = performance.now();
  readonly #response: ServerResponse;
  #key: string;

  constructor(
    response: ServerResponse,
    topics: string[],
    { ask, userId }: { ask: AskAccess; userId: number | undefined },
  ) {
    this.#response = response;
    this.topics = topics;
    this.ask = ask;
    this.userId = userId;
    this.#key = topics.join();
  }

  /** Connections with the same key get the same bytes; undefined while one gets other bytes than those. */
  get key(): string | undefined {
    return this.held.size === 0 ? this.#key : undefined;
  }

  get isClosed(): boolean {
    return this.#response.closed || this.#response.writableEnded;
  }

  /** How far it has read a topic, if live topics are at these positions. */
  positionIn(topic: string, live: ReadonlyMap<string, number>): number {
    return this.held.get(topic) ?? live.get(topic) ?? 0;
  }

  /** How far it has read, as the ID of its next event. */
  idAt(live: ReadonlyMap<string, number>): string {
    return writePositions(this.topics.map((topic) => [topic, this.positionIn(topic, live)] as const));
  }

  /**
   * Sends bytes.
   *
   * @returns false if the connection was too far behind and is closed instead
   */
  send(bytes: Buffer): boolean {
    if (this.isClosed) return true;
    if (this.#response.writableLength > maxUnsentBytes) {
      this.#response.destroy();
      return false;
    }
    this.#response.write(bytes);
    return true;
  }

  /** Sends what the channel itself has to say. */
  sendControl(live: ReadonlyMap<string, number>, message: ControlMessage): void {
    this.send(writeEvent(this.idAt(live), JSON.stringify(message)));
  }

  /** Shows proxies and the browser that the connection is alive. */
  beat(): boolean {
    return this.send(heartbeat);
  }

  /** Takes a topic from it for good. */
  removeTopic(topic: string): void {
    this.held.delete(topic);
    this.topics.splice(this.topics.indexOf(topic), 1);
    this.#key = this.topics.join();
  }

  /** Ends it in full: whatever is written still arrives. */
  end(): void {
    if (!this.isClosed) this.#response.end();
  }
}
