import type { MoneyExceptionKind, MoneyRepair } from "#contract/money-exceptions.ts";

/** What of an exception decides how it can be settled. */
export interface ExceptionFacts {
  kind: MoneyExceptionKind;
  orderId: string | null;
  paymentId: string | null;
  refundId: string | null;
  detail: Record<string, unknown>;
}

/** Another amount stays another amount, and what has no name of ours cannot be taken into our books. */
function canAsk(detail: Record<string, unknown>, paymentId: string | null, refundId: string | null): boolean {
  if (detail["what"] === "amount") return false;
  if (detail["item"] === "refund") return refundId !== null || detail["what"] === "unknown_here";
  return paymentId !== null;
}

/** The repairs that fit an exception, the most fitting first. Settling it by hand always fits. */
export function repairsFor({ kind, orderId, paymentId, refundId, detail }: ExceptionFacts): MoneyRepair[] {
  switch (kind) {
    case "money_without_ticket":
      if (detail["what"] === "missing_tickets") return ["deliver", "by_hand"];
      return [...(orderId === null ? [] : ["deliver" as const]), "return_money", "by_hand"];
    case "ticket_without_money":
      return ["ask_provider", "by_hand"];
    case "failed_refund":
      return ["retry_refund", "by_hand"];
    case "refund_elsewhere":
      return [...(orderId === null ? [] : ["void_order" as const, "void_tickets" as const]), "by_hand"];
    case "provider_mismatch":
      return canAsk(detail, paymentId, refundId) ? ["ask_provider", "by_hand"] : ["by_hand"];
    case "failed_notice":
      return ["replay_notice", "by_hand"];
  }
}
