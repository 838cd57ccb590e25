/** How many rows of each kind a fill creates. */
export interface ScalePlan {
  events: number;
  orders: number;
  people: number;
  /** Events that thousands of people attend. */
  hot: number;
  pageViews: number;
  auditEntries: number;
  errorReports: number;
}

/** Plans a fill at a fraction of the full size: a hundred thousand events and a million orders. */
export function planOf(factor: number): ScalePlan {
  const share = (full: number, least = 1) => Math.max(least, Math.round(full * factor));
  return {
    events: share(100_000, 40),
    orders: share(1_000_000, 100),
    people: share(400_000, 60),
    hot: share(20),
    pageViews: share(2_000_000, 200),
    auditEntries: share(200_000, 60),
    errorReports: Math.min(4800, share(4800, 60)),
  };
}

/** One statement of the fill, with its description. */
export interface Step {
  does: string;
  sql: string;
}
