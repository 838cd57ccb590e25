import { AppError } from "#server/platform/app-error.ts";

/** How often someone may do something: so many times in a row, and then so many times a second. */
export interface PaceLimit {
  burst: number;
  perSecond: number;
}

/** People whom it remembers before it forgets those who have paused. */
const mostKept = 10_000;

/**
 * Keeps each person to a pace, a token bucket, so that a few who flood a room don't hold up the others. Counted by the
 * node: it protects the node's own work, and before any of that is done.
 */
export class Pace {
  readonly #limit: PaceLimit;
  readonly #now: () => number;
  /** When each person's bucket is full again, in milliseconds of `now`. */
  readonly #fullAt = new Map<number, number>();

  constructor(limit: PaceLimit, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Counts one act of a person. @throws AppError `too_many_requests` with the seconds to wait */
  spend(personId: number): void {
    const { burst, perSecond } = this.#limit;
    const now = this.#now();
    const stepMs = 1000 / perSecond;
    const fullAt = Math.max(this.#fullAt.get(personId) ?? 0, now) + stepMs;
    const waitMs = fullAt - now - burst * stepMs;
    if (waitMs > 0) {
      const retryAfterSeconds = Math.ceil(waitMs / 1000);
      throw new AppError("too_many_requests", { retryAfterSeconds, limit: "chat:pace" });
    }
    if (this.#fullAt.size >= mostKept) {
      for (const [person, at] of this.#fullAt) if (at <= now) this.#fullAt.delete(person);
    }
    this.#fullAt.set(personId, fullAt);
  }
}
