/** What stock counts. */
export type StockKind = "ticket_type" | "event" | "variant" | "pool" | "promo" | "promoter";

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

/** What one person can have of one stock, across all they hold and bought. */
export interface Quota {
  /** Identifies person and stock. */
  key: string;
  stockId: number;
  most: number;
  /** Units that the claim adds. */
  quantity: number;
}

/** What one holder wants, all of it or nothing. */
export interface Claim {
  holderId: string;
  lines: ClaimLine[];
  quotas?: Quota[];
}

/** Why a claim was refused: the first stock that was short, or that this person has reached the limit of. */
export interface Shortage {
  stockId: number;
  available: number;
  isPersonal?: boolean;
}

/** The result of a batch of claims. */
export interface Allocation {
  /** One entry per claim, in order: undefined when it fits. */
  shortages: (Shortage | undefined)[];
  /** How many units each stock gives away in total. */
  taken: Map<number, number>;
  /** How many units each stock has left after it. */
  left: Map<number, number>;
}

/**
 * Decides a whole batch of claims in order of arrival: each takes all of its lines or none, and a refused claim leaves
 * everything for those after it.
 *
 * @param used units that people already have, by the key of their quota
 */
export function allocate(levels: StockLevel[], claims: Claim[], used = new Map<string, number>()): Allocation {
  const left = new Map(levels.map((level) => [level.id, level.capacity - level.held - level.sold]));
  const taken = new Map<number, number>();
  const had = new Map(used);
  const shortages = claims.map(({ lines: wanted, quotas = [] }): Shortage | undefined => {
    const full = quotas.find(({ key, most, quantity }) => (had.get(key) ?? 0) + quantity > most);
    if (full !== undefined) {
      return { stockId: full.stockId, available: Math.max(0, full.most - (had.get(full.key) ?? 0)), isPersonal: true };
    }
    const lines = mergeLines(wanted);
    const short = lines.find((line) => (left.get(line.stockId) ?? 0) < line.quantity);
    if (short !== undefined) return { stockId: short.stockId, available: Math.max(0, left.get(short.stockId) ?? 0) };
    for (const { stockId, quantity } of lines) {
      left.set(stockId, left.get(stockId)! - quantity);
      taken.set(stockId, (taken.get(stockId) ?? 0) + quantity);
    }
    for (const { key, quantity } of quotas) had.set(key, (had.get(key) ?? 0) + quantity);
    return undefined;
  });
  return { shortages, taken, left };
}

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
