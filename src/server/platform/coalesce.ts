import { isCutOff } from "./db/unreachable.ts";

/** The outcome of one member of a batch: its result, or its own error. */
export type Outcome<Result> = { ok: true; value: Result } | { ok: false; error: unknown };

/** Options for batching calls. */
interface CoalesceOptions<Item, Result> {
  /**
   * Does the work of a whole batch, in order of arrival, one outcome per item. May throw: the batch is then split and
   * tried again, so that only a member that fails by itself fails. If the database is unreachable, all members fail at
   * once.
   */
  run: (items: Item[]) => Promise<Outcome<Result>[]>;
  /** Items in different lanes never wait for each other; one lane runs one batch at a time. */
  lane?: (item: Item) => string;
  /** Most members in one batch. */
  maxBatch?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches calls that arrive together: while a batch of a lane is running, later calls queue and then run as one batch.
 * A lone call starts at once, in the same tick, so batching never slows it down.
 *
 * Each caller gets its own result or its own error, in order of arrival. See docs/how-it-works/holds.md.
 */
export function coalesce<Item, Result>(options: CoalesceOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { run, lane = () => "", maxBatch = 200 } = options;
  const lanes = new Map<string, Waiting<Item, Result>[]>();

  async function drain(name: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) await settle(queue.splice(0, maxBatch));
    lanes.delete(name);
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    let outcomes: Outcome<Result>[];
    try {
      outcomes = await run(batch.map((waiting) => waiting.item));
    } catch (error) {
      // Without a connection each half would wait just as long again, one after the other, for the same error.
      if (batch.length === 1 || isCutOff(error as Error)) {
        for (const waiting of batch) waiting.reject(error);
        return;
      }
      const middle = batch.length >> 1;
      await settle(batch.slice(0, middle));
      return settle(batch.slice(middle));
    }
    batch.forEach((waiting, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined) waiting.reject(new Error("A batch returned fewer outcomes than it had members"));
      else if (outcome.ok) waiting.resolve(outcome.value);
      else waiting.reject(outcome.error);
    });
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      const name = lane(item);
      const waiting = { item, resolve, reject };
      const queue = lanes.get(name);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const fresh = [waiting];
      lanes.set(name, fresh);
      void drain(name, fresh);
    });
}
