import type { StreamMessage, TopicMessage } from "#contract/realtime.ts";
import type { Reached } from "./stream.ts";

/** What a part of the page does with a topic's messages. */
export interface TopicHandlers {
  message: (type: string, data: unknown) => void;
  /** Messages were missed that can't be replayed: load the state again. */
  reset: () => void;
  /** The visitor can't read this topic, or can't anymore. */
  closed?: () => void;
}

interface Followed {
  handlers: Set<TopicHandlers>;
  /** The number of the last message that this tab has seen; undefined before the first connection. */
  seq: number | undefined;
}

/** What one tab follows, and how far it has read. It drops what it has seen, so that streams may overlap. */
export class Subscriptions {
  readonly #topics = new Map<string, Followed>();

  /** @param since the number of the last message that the shown state contains */
  add(topic: string, handlers: TopicHandlers, since: number | undefined): void {
    const known = this.#topics.get(topic);
    if (known === undefined) {
      this.#topics.set(topic, { handlers: new Set([handlers]), seq: since });
      return;
    }
    known.handlers.add(handlers);
    // Others have seen what lies between. A state may contain a message twice, but never miss one.
    if (since !== undefined && known.seq !== undefined && since < known.seq) known.seq = since;
  }

  remove(topic: string, handlers: TopicHandlers): void {
    const known = this.#topics.get(topic);
    known?.handlers.delete(handlers);
    if (known?.handlers.size === 0) this.#topics.delete(topic);
  }

  /** The topics, and how far each was read. */
  positions(): Reached {
    return Object.fromEntries([...this.#topics].map(([topic, { seq }]) => [topic, seq]));
  }

  /** Takes a message from the stream, this tab's own or the leading tab's. */
  receive(message: StreamMessage): void {
    if (!("control" in message)) return this.#receiveMessage(message);
    if (message.control === "positions") {
      for (const [topic, followed] of this.#topics) followed.seq ??= message.positions[topic];
      return;
    }
    const followed = this.#topics.get(message.topic);
    if (followed === undefined) return;
    if (message.control === "reset") {
      followed.seq = message.seq;
      for (const { reset } of followed.handlers) reset();
    } else {
      this.#topics.delete(message.topic);
      for (const { closed } of followed.handlers) closed?.();
    }
  }

  #receiveMessage({ topic, seq, type, data }: TopicMessage): void {
    const followed = this.#topics.get(topic);
    if (followed === undefined || (followed.seq !== undefined && seq <= followed.seq)) return;
    followed.seq = seq;
    for (const { message } of followed.handlers) message(type, data);
  }
}
