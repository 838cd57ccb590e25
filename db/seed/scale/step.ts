/** How many rows of each kind a filling makes. */
export interface ScalePlan {
  events: number;
  orders: number;
  people: number;
  /** Nights that thousands of people go to. */
  hot: number;
  pageViews: number;
  auditEntries: number;
  faults: number;
}

/** A filling of the database at a share of the full size: a hundred thousand nights and a million orders. */
export function planOf(factor: number): ScalePlan {
  const share = (full: number, least = 1) => Math.max(least, Math.round(full * factor));
  return {
    events: share(100_000, 40),
    orders: share(1_000_000, 100),
    people: share(400_000, 60),
    hot: share(20),
    pageViews: share(2_000_000, 200),
    auditEntries: share(200_000, 60),
    faults: Math.min(4800, share(4800, 60)),
  };
}

/** One statement of the filling, with what it says it does. */
export interface Step {
  does: string;
  sql: string;
}
