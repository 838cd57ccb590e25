import type { ProviderRefundStatus } from "../provider.ts";

/** Statuses of a refund. `pending` is still to be sent or on its way. */
export type RefundStatus = ProviderRefundStatus;

/**
 * Legal status changes of a refund. A bank can return money of a refund that the provider had called done; a failed
 * refund stays failed, and another attempt is another refund.
 */
export const refundMoves: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ["done", "failed"],
  done: ["failed"],
  failed: [],
};

/** True when a provider's report changes a refund's status; repeated and old reports don't. */
export function moves(current: RefundStatus, next: RefundStatus): boolean {
  return refundMoves[current].includes(next);
}
