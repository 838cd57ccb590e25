import type { Logger } from "./log.ts";

/** How much a buffer holds, how long, and who writes it. `name` is for the log. */
interface BufferOptions<Item> {
  name: string;
  /** Longest time in milliseconds that an item waits before it is written. */
  everyMs: number;
  /** Most items that may wait; further ones are dropped and counted. */
  max: number;
  write: (items: Item[]) => Promise<void>;
  log: Pick<Logger, "warn">;
}

/** Buffers items that are worth keeping but never worth waiting for. */
interface WriteBuffer<Item> {
  /** Adds an item at once; false if there is no room and it is dropped. */
  push(item: Item): boolean;
  /** Writes everything that is waiting now. */
  flush(): Promise<void>;
  /** Writes the rest; later items are dropped. */
  close(): Promise<void>;
}

/**
 * Collects items in memory and writes them together, so that the caller never waits for the database. One write runs at
 * a time. A failed write is retried once with the next one; a crash loses at most what arrived within `everyMs`.
 */
export function createBuffer<Item>({ name, everyMs, max, write, log }: BufferOptions<Item>): WriteBuffer<Item> {
  let waiting: Item[] = [];
  let retry: Item[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let closed = false;

  async function writeNow(): Promise<void> {
    const second = retry;
    const first = waiting;
    retry = [];
    waiting = [];
    if (dropped > 0) {
      log.warn({ buffer: name, dropped }, "too many items at once: some were dropped");
      dropped = 0;
    }
    for (const [items, isSecond] of [
      [second, true],
      [first, false],
    ] as const) {
      if (items.length === 0) continue;
      try {
        await write(items);
      } catch (error) {
        log.warn({ err: error, buffer: name, items: items.length, lost: isSecond }, "writing a buffer failed");
        if (!isSecond) retry = items;
      }
    }
  }

  function plan(): void {
    if (timer !== undefined || writing !== undefined || closed) return;
    timer = setTimeout(() => void flush(), everyMs).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeNow().finally(() => {
      writing = undefined;
      if (waiting.length + retry.length > 0) plan();
    });
    return writing;
  }

  return {
    push(item) {
      if (closed || waiting.length + retry.length >= max) {
        dropped++;
        return false;
      }
      waiting.push(item);
      plan();
      return true;
    },
    flush,
    async close() {
      closed = true;
      await flush();
      while (waiting.length + retry.length > 0) await flush();
    },
  };
}
