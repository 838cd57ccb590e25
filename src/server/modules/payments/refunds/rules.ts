import type { RefundState } from "../provider.ts";

/** States of a refund. `pending` is still to be sent or on its way. */
export type RefundStatus = RefundState;

/**
 * Legal moves of a refund. A bank may send back money that the provider had called done; what failed stays failed, and
 * another try is another refund.
 */
export const refundMoves: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ["done", "failed"],
  done: ["failed"],
  failed: [],
};

/** True when a provider's word moves a refund on; repeats and old news do not. */
export function moves(current: RefundStatus, next: RefundStatus): boolean {
  return refundMoves[current].includes(next);
}
