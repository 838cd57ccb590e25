/** How one counted thing stands: `held` is set aside for unpaid orders, `sold` is gone. */
export interface StockLevel {
  id: number;
  capacity: number;
  held: number;
  sold: number;
}

/** So many units of one stock. */
export interface ClaimLine {
  stockId: number;
  quantity: number;
}

/** What one holder wants, all of it or nothing. */
export interface Claim {
  holderId: string;
  lines: ClaimLine[];
}

/** Why a claim was refused: the first stock that could not give what was asked. */
export interface Shortage {
  stockId: number;
  available: number;
}

/** What became of a batch of claims. */
export interface Allocation {
  /** One entry per claim, in order: undefined when it fits. */
  shortages: (Shortage | undefined)[];
  /** How many units each stock gives away in total. */
  taken: Map<number, number>;
}

/**
 * Decides a whole batch of claims in order of arrival: each takes all of its lines or none, and a refused claim leaves
 * everything for those behind it.
 */
export function allocate(levels: StockLevel[], claims: Claim[]): Allocation {
  const left = new Map(levels.map((level) => [level.id, level.capacity - level.held - level.sold]));
  const taken = new Map<number, number>();
  const shortages = claims.map((claim) => {
    const lines = mergeLines(claim.lines);
    const short = lines.find((line) => (left.get(line.stockId) ?? 0) < line.quantity);
    if (short !== undefined) return { stockId: short.stockId, available: Math.max(0, left.get(short.stockId) ?? 0) };
    for (const { stockId, quantity } of lines) {
      left.set(stockId, left.get(stockId)! - quantity);
      taken.set(stockId, (taken.get(stockId) ?? 0) + quantity);
    }
    return undefined;
  });
  return { shortages, taken };
}

/** Adds up lines that want the same stock, so that splitting a wish into many lines changes nothing. */
export function mergeLines(lines: ClaimLine[]): ClaimLine[] {
  if (lines.length === 1) return lines;
  const sums = new Map<number, number>();
  for (const line of lines) sums.set(line.stockId, (sums.get(line.stockId) ?? 0) + line.quantity);
  return Array.from(sums, ([stockId, quantity]) => ({ stockId, quantity }));
}
