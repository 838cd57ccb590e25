import { AppError } from "./app-error.ts";

/**
 * Limits how much expensive work runs at once; later work waits in order.
 *
 * @param maxAtOnce work that may run at the same time
 * @param maxWaiting work that may wait; more is refused with `retryAfterSeconds`
 * @throws AppError `unavailable` when too much is waiting
 */
export function createTurns(maxAtOnce: number, maxWaiting: number, retryAfterSeconds: number) {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (underWay >= maxAtOnce) {
      if (waiting.length >= maxWaiting) throw new AppError("unavailable", { retryAfterSeconds });
      // A finished caller hands over its slot, so nobody can slip in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      underWay++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay--;
    }
  };
}
