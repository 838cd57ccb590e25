import { AppError } from "../app-error.ts";
import { networkOf } from "../http/limits.ts";

/** A browser needs one connection. A person has a few browsers, and a few households share an address. */
const max = { perPerson: 6, perAddress: 50 };

/** Counts open connections by person and by address. */
export class ConnectionCounts {
  readonly #counts = new Map<string, number>();
  readonly #isLimited: boolean;

  /** @param isLimited false counts without a limit, for benchmarks */
  constructor(isLimited: boolean) {
    this.#isLimited = isLimited;
  }

  /**
   * Counts a connection.
   *
   * @returns what ends the count when the connection closes
   * @throws AppError `too_many_requests`
   */
  add({ address, userId }: { address: string; userId: number | undefined }): () => void {
    const limits: [string, number][] = [[`address ${networkOf(address)}`, max.perAddress]];
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
