import type { ErrorCode } from "#contract/errors.ts";
import { expireHolds } from "#server/modules/inventory/index.ts";
import { AppError, type AppErrorDetail } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";

/** Some stock was short: tickets, or redemptions of a promo code. */
export class StockShortage extends AppError {
  readonly lacking: number[];

  /** @param lacking the stock that the order needed */
  constructor(lacking: number[], code: ErrorCode, detail: AppErrorDetail) {
    super(code, detail);
    this.lacking = lacking;
  }
}

/** The shortage of stock that everyone shares. */
export const soldOut = (lacking: number[], available: number): StockShortage =>
  new StockShortage(lacking, "sold_out", { message: available > 0 ? `Only ${available} left` : "Sold out" });

/**
 * Tries something that takes stock, and tries again if expired holds were in its way.
 *
 * @throws AppError `sold_out` | `over_limit`, and whatever `attempt` throws
 */
export async function takeStock<Done>({ db, bus }: Deps, attempt: () => Promise<Done>): Promise<Done> {
  try {
    return await attempt();
  } catch (error) {
    // A refusal stands only when no expired hold was in the way.
    if (!(error instanceof StockShortage) || (await expireHolds(db, bus, error.lacking)) === 0) throw error;
    return attempt();
  }
}
