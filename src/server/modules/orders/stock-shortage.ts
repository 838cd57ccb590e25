import type { ErrorCode } from "#contract/errors.ts";
import {
  type ClaimLine,
  expireHolds,
  findAvailable,
  findFreeTime,
  type QuotaKind,
  type Shortage,
} from "#server/modules/inventory/index.ts";
import { AppError, type AppErrorDetail } from "#server/platform/app-error.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { ProofAsk } from "#server/platform/proof/index.ts";
import { formatTime } from "#server/platform/format.ts";
import { codeRefused, usedUp } from "./pricing.ts";
import type { PricedOrder } from "./rules.ts";

/** Some stock was short: tickets, redemptions of a promo code, or what one buyer can have. */
export class StockShortage extends AppError {
  readonly lacking: number[];

  /** @param lacking the stock that the order needed */
  constructor(lacking: number[], code: ErrorCode, detail: AppErrorDetail) {
    super(code, detail);
    this.lacking = lacking;
  }
}

/** Where a shortage is worded: the stock that the order needed, and the event's time zone if it is for an event. */
interface Setting {
  lacking: number[];
  timeZone: string | undefined;
}

/**
 * The shortage of stock that everyone shares: sold out, or in other people's carts until a time that it names.
 * Shortages that are worded together share the search for that time.
 */
export function createShortages(db: Queryable): (shortage: Shortage, setting: Setting) => Promise<StockShortage> {
  const times = new Map<string, Promise<Date | null>>();
  return async ({ available, isOnHold, lacking: needs }, { lacking, timeZone }) => {
    const left = available > 0 ? `Only ${available} left` : undefined;
    if (!isOnHold || (await isKept(db, needs))) {
      return new StockShortage(lacking, "sold_out", { message: left ?? "Sold out" });
    }
    const name = JSON.stringify(needs);
    if (!times.has(name)) times.set(name, findFreeTime(db, needs));
    const at = await times.get(name)!;
    const isKnown = at !== null && timeZone !== undefined;
    const more = !isKnown ? "More may come back in a few minutes" : `More at ${formatTime(at, timeZone)}`;
    return new StockShortage(lacking, "in_carts", { message: `${left ?? "All in carts"}. ${more}` });
  };
}

/** True if too much of what is on hold is kept for somebody, so that it won't come back by itself. */
async function isKept(db: Queryable, needs: ClaimLine[]): Promise<boolean> {
  const levels = await findAvailable(
    db,
    needs.map(({ stockId }) => stockId),
  );
  return needs.some(({ stockId, quantity }) => levels.get(stockId)!.unsold < quantity);
}

/** What buyers read when they reach a limit, by whose it is; `available` is what is left of it. */
const limits: Record<QuotaKind, (available: number) => [ErrorCode, AppErrorDetail]> = {
  person: (available) => [
    "over_limit",
    {
      message:
        available > 0 ? `You can have ${available} more of these` : "You've reached the limit per person for these",
    },
  ],
  email: (available) => [
    "over_limit",
    {
      message:
        available > 0
          ? `This email can have ${available} more of these`
          : "This email has reached the limit per person for these. If it's yours, sign in with it",
    },
  ],
  unpaid_account: () => [
    "over_limit",
    { message: "You have a lot on hold for this event. Pay for it or release it first" },
  ],
  // Their network's share is used up: they are asked for a proof, and only a code that makes an order free can't have one.
  unpaid_network: () => ["proof_required", {}],
  unproven: () => [
    "in_carts",
    { message: "Too many from your network are on hold without being paid for. Try again in a few minutes" },
  ],
  free_network: () => ["free_limit", { retryAfterSeconds: 3600 }],
  free: () => ["free_limit", { retryAfterSeconds: 3600 }],
};

/** True if an order was short only because of others in its buyer's network. */
export const isNetworkQuota = ({ quota }: Shortage): boolean =>
  quota?.kind === "unpaid_network" || quota?.kind === "free_network";

/** An order that was refused: `ask` is what a proof of its buyer would be for. */
interface Refused {
  order: PricedOrder;
  ask?: ProofAsk;
  canConfirm: boolean;
  isKnown: boolean;
  isSpent?: boolean;
}

/** Words why orders were refused: a limit, a promo code without uses left, or too little stock. */
export function createRefusals(db: Queryable) {
  const formatShortage = createShortages(db);
  return async (
    { order: { code, claims }, ask, canConfirm, isKnown, isSpent }: Refused,
    shortage: Shortage,
    timeZone: string | undefined,
  ): Promise<StockShortage> => {
    const lacking = claims.map((claim) => claim.stockId);
    const { stockId, available, quota, isReserved } = shortage;
    const isUnproven = quota?.kind === "unproven" || isReserved === true;
    const helps = canConfirm && !isKnown && isSpent !== true;
    if (isUnproven && helps) return new StockShortage(lacking, "confirm_email", {});
    if (ask !== undefined && isNetworkQuota(shortage)) {
      return new StockShortage(lacking, "proof_required", { ask, canConfirmEmail: helps });
    }
    if (quota !== undefined) return new StockShortage(lacking, ...limits[quota.kind](available));
    if (stockId === code?.stockId) return new StockShortage(lacking, "code_invalid", codeRefused(usedUp));
    return formatShortage(shortage, { lacking, timeZone });
  };
}

/**
 * Tries something that takes stock, and tries again if expired holds were in its way.
 *
 * @throws AppError `sold_out` | `in_carts` | `over_limit`, and whatever `attempt` throws
 */
export async function retryOnShortage<Done>({ db, bus }: Deps, attempt: () => Promise<Done>): Promise<Done> {
  try {
    return await attempt();
  } catch (error) {
    // A refusal stands only when no expired hold was in the way.
    if (!(error instanceof StockShortage) || (await expireHolds(db, bus, error.lacking)) === 0) throw error;
    return attempt();
  }
}
