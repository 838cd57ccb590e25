import type { Logger } from "./log.ts";

/** How a buffer keeps and gives away what is put into it. */
export interface BufferOptions<Item> {
  name: string;
  /** Longest wait of an item before it is written. */
  everyMs: number;
  /** Most items that wait; what comes on top is dropped and counted. */
  max: number;
  write: (items: Item[]) => Promise<void>;
  log: Pick<Logger, "warn">;
}

/** Things that are worth keeping but never worth waiting for. */
export interface WriteBuffer<Item> {
  /** Takes an item at once; false when there is no room and it is dropped. */
  push(item: Item): boolean;
  /** Writes what is there now. */
  flush(): Promise<void>;
  /** Writes the rest; later items are dropped. */
  close(): Promise<void>;
}

/**
 * Collects items in memory and writes them together: whoever puts one in never waits for the database. One write is under
 * way at a time. A write that fails is tried once more with the next; a crash loses at most what came in `everyMs`.
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
      log.warn({ buffer: name, dropped }, "too much came at once, some of it was dropped");
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
        log.warn({ err: error, buffer: name, items: items.length, lost: isSecond }, "a buffer could not be written");
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
