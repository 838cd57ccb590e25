import type { DiscrepancyKind, MoneyRepair } from "#contract/discrepancies.ts";

/** The properties of a discrepancy that decide how it can be resolved. */
export interface DiscrepancyDetails {
  kind: DiscrepancyKind;
  orderId: string | null;
  paymentId: string | null;
  refundId: string | null;
  detail: Record<string, unknown>;
}

/** A lookup can't fix a different amount, and can't import something that has no id of ours. */
function canAsk(detail: Record<string, unknown>, paymentId: string | null, refundId: string | null): boolean {
  if (detail["what"] === "amount") return false;
  if (detail["item"] === "refund") return refundId !== null || detail["what"] === "unknown_here";
  return paymentId !== null;
}

/** The repairs that fit a discrepancy, the best one first. Resolving it by hand always fits. */
export function repairsFor({ kind, orderId, paymentId, refundId, detail }: DiscrepancyDetails): MoneyRepair[] {
  switch (kind) {
    case "money_without_ticket":
      if (detail["what"] === "missing_tickets") return ["deliver", "by_hand"];
      return [...(orderId === null ? [] : ["deliver" as const]), "return_money", "by_hand"];
    case "ticket_without_money":
      return ["ask_provider", "by_hand"];
    case "failed_refund":
      return ["retry_refund", "by_hand"];
    case "external_refund":
      return [...(orderId === null ? [] : ["void_order" as const, "void_tickets" as const]), "by_hand"];
    case "provider_mismatch":
      return canAsk(detail, paymentId, refundId) ? ["ask_provider", "by_hand"] : ["by_hand"];
    case "failed_webhook":
      return ["replay_webhook", "by_hand"];
  }
}
