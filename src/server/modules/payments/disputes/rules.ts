/** Statuses of a dispute. */
export type DisputeStatus = "open" | "won" | "lost";

/** How a bank can decide. */
export type DisputeOutcome = Exclude<DisputeStatus, "open">;

/** Legal status changes of a dispute; a bank's decision is final. */
export const disputeMoves: Record<DisputeStatus, readonly DisputeStatus[]> = {
  open: ["won", "lost"],
  won: [],
  lost: [],
};

/** What a provider's report changes about a dispute. */
export interface DisputeChange {
  /** The bank has decided. */
  outcome: DisputeOutcome | undefined;
  /** The bank took money from us, or returned it. */
  money: "withdrawn" | "reinstated" | undefined;
}

/**
 * What is new in a provider's report on a dispute that we know as `known`. Repeated and old reports change nothing: a
 * decision is final, and the money of a decided dispute moves only as decided.
 */
export function changeOf(
  known: { status: DisputeStatus; isWithdrawn: boolean },
  report: { status: DisputeStatus; withdrawn: boolean },
): DisputeChange {
  const outcome =
    report.status !== "open" && disputeMoves[known.status].includes(report.status) ? report.status : undefined;
  const status = outcome ?? known.status;
  const mayWithdraw = status !== "won";
  const mayReturn = status === "won";
  const money =
    report.withdrawn && !known.isWithdrawn && mayWithdraw
      ? "withdrawn"
      : !report.withdrawn && known.isWithdrawn && mayReturn
        ? "reinstated"
        : undefined;
  return { outcome, money };
}
