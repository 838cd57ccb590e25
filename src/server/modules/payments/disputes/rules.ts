/** States of a dispute. */
export type DisputeStatus = "open" | "won" | "lost";

/** How a bank may decide. */
export type DisputeOutcome = Exclude<DisputeStatus, "open">;

/** Legal moves of a dispute; what the bank has decided is decided. */
export const disputeMoves: Record<DisputeStatus, readonly DisputeStatus[]> = {
  open: ["won", "lost"],
  won: [],
  lost: [],
};

/** What a provider's word changes of a dispute. */
export interface DisputeChange {
  /** The bank has decided. */
  outcome: DisputeOutcome | undefined;
  /** Money left us for the bank, or came back from it. */
  money: "withdrawn" | "reinstated" | undefined;
}

/**
 * What is new in a provider's word on a dispute that we know as `known`. Repeats and old news change nothing: a decision
 * stands, and money of a decided dispute only moves the way of the decision.
 */
export function changeOf(
  known: { status: DisputeStatus; isWithdrawn: boolean },
  word: { state: DisputeStatus; withdrawn: boolean },
): DisputeChange {
  const outcome = word.state !== "open" && disputeMoves[known.status].includes(word.state) ? word.state : undefined;
  const status = outcome ?? known.status;
  const mayWithdraw = status !== "won";
  const mayReturn = status === "won";
  const money =
    word.withdrawn && !known.isWithdrawn && mayWithdraw
      ? "withdrawn"
      : !word.withdrawn && known.isWithdrawn && mayReturn
        ? "reinstated"
        : undefined;
  return { outcome, money };
}
