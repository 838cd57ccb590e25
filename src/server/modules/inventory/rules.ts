/** What stock counts. */
export type StockKind = "ticket_type" | "event" | "variant" | "pool" | "promo" | "promoter" | "comp_host";

/** The state of one counted thing: `held` is set aside for unpaid orders, `sold` is gone. */
export interface StockLevel {
  id: number;
  capacity: number;
  held: number;
  sold: number;
  /** How often the terms of its sale have changed. */
  saleVersion: number;
}

/** A number of units of one stock. */
export interface ClaimLine {
  stockId: number;
  quantity: number;
  /** The terms under which the claim was made; if they have changed, the claim has to be made again. */
  saleVersion?: number;
}

/** What one unit of another stock takes from a shared one. */
export interface Draw {
  stockId: number;
  each: number;
}

/** Whose share a quota limits, and of what. */
export type QuotaKind = "person" | "email" | "unpaid_account" | "unpaid_network" | "unproven" | "free" | "free_network";

/** What one person, email or network can have of some stock, across all they hold and bought. */
export interface Quota {
  kind: QuotaKind;
  /** Identifies who is limited, and in what. */
  key: string;
  stockId: number;
  most: number;
  /** Units that the claim adds. */
  quantity: number;
  /** Lets a first claim through whatever its size: the limits of an order decide on that alone. */
  allowsFirst?: boolean;
}

/** The quotas of each holder, and how much of each is used, by its key. */
export interface Quotas {
  ofHolder: Map<string, Quota[]>;
  used: Map<string, number>;
  /** Units of each stock that are free but not for this holder, because they are for others first. Omitted: none. */
  reserved?: Map<string, Map<number, number>>;
  /** For how many seconds each holder gets them, where that isn't the usual time. */
  seconds?: Map<string, number>;
}

/** What one holder wants, all of it or nothing. */
export interface Claim {
  holderId: string;
  lines: ClaimLine[];
  /** The network that it came from, as stored while the hold lasts; omitted if nobody counts it. */
  network?: string | undefined;
}

/** Why a claim was refused: it reached a quota, or stock was short. */
export interface Shortage {
  stockId: number;
  available: number;
  quota?: Quota;
  /** The lines for which too little was free; empty for a quota. */
  lacking: ClaimLine[];
  /** True if all of them would be free again if nobody paid for what is on hold. */
  isOnHold: boolean;
  /** True if enough is free, but for others first. */
  isReserved?: boolean;
}

/** The result of a batch of claims. */
interface Allocation {
  /** One entry per claim, in order: undefined when it fits. */
  shortages: (Shortage | undefined)[];
  /** How many units each stock gives away in total. */
  taken: Map<number, number>;
}

/**
 * Decides a whole batch of claims in order of arrival: each takes all of its lines or none, and a refused claim leaves
 * everything for those after it.
 *
 * @param quotas what holders can have beyond what the stock allows
 */
export function allocate(levels: StockLevel[], claims: Claim[], quotas?: Quotas): Allocation {
  const left = new Map(levels.map((level) => [level.id, level.capacity - level.held - level.sold]));
  const unsold = new Map(levels.map((level) => [level.id, level.capacity - level.sold]));
  const taken = new Map<number, number>();
  const had = new Map(quotas?.used);
  const hadOf = ({ key }: Quota) => had.get(key) ?? 0;
  const shortages = claims.map(({ holderId, lines: claimLines }): Shortage | undefined => {
    const limits = quotas?.ofHolder.get(holderId) ?? [];
    const quota = limits.find((limit) => isOver(limit, hadOf(limit)));
    if (quota !== undefined) {
      const available = Math.max(0, quota.most - hadOf(quota));
      return { stockId: quota.stockId, available, quota, lacking: [], isOnHold: false };
    }
    const lines = mergeLines(claimLines);
    const reserved = quotas?.reserved?.get(holderId);
    const freeOf = (stockId: number) => (left.get(stockId) ?? 0) - (reserved?.get(stockId) ?? 0);
    const lacking = lines.filter((line) => freeOf(line.stockId) < line.quantity);
    if (lacking.length > 0) {
      const gone = lacking.find((line) => (unsold.get(line.stockId) ?? 0) < line.quantity);
      const { stockId } = gone ?? lacking[0]!;
      const isReserved = lacking.every((line) => (left.get(line.stockId) ?? 0) >= line.quantity);
      return { stockId, available: Math.max(0, freeOf(stockId)), lacking, isOnHold: gone === undefined, isReserved };
    }
    for (const { stockId, quantity } of lines) {
      left.set(stockId, left.get(stockId)! - quantity);
      taken.set(stockId, (taken.get(stockId) ?? 0) + quantity);
    }
    for (const limit of limits) had.set(limit.key, hadOf(limit) + limit.quantity);
    return undefined;
  });
  return { shortages, taken };
}

const isOver = ({ most, quantity, allowsFirst }: Quota, had: number) =>
  had + quantity > most && !(allowsFirst === true && had === 0);

/** True when every claim was made under its stock's current terms, and all of its stock still exists. */
export function isUpToDate(levels: StockLevel[], claims: Claim[]): boolean {
  const saleVersion = new Map(levels.map((level) => [level.id, level.saleVersion]));
  return claims.every(({ lines }) =>
    lines.every(
      (line) =>
        saleVersion.has(line.stockId) &&
        (line.saleVersion ?? saleVersion.get(line.stockId)) === saleVersion.get(line.stockId),
    ),
  );
}

/** Adds up lines of the same stock, so that splitting a request into many lines changes nothing. */
export function mergeLines(lines: ClaimLine[]): ClaimLine[] {
  if (lines.length === 1) return lines;
  const sums = new Map<number, number>();
  for (const line of lines) sums.set(line.stockId, (sums.get(line.stockId) ?? 0) + line.quantity);
  return Array.from(sums, ([stockId, quantity]) => ({ stockId, quantity }));
}
