import { useState } from "react";
import type { AdminOrderDetail } from "#contract/admin-order.ts";
import { RefundDialog } from "#web/features/refunds/refund-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { ResendConfirmation } from "../resend-confirmation.tsx";

/** What staff can do with a whole order. */
export function OrderActions({ order }: { order: AdminOrderDetail }) {
  const hasTickets = order.tickets.some(({ status }) => status === "valid");
  const [isRefunding, setRefunding] = useState(false);
  const mayRefund =
    (order.status === "paid" || order.status === "partially_refunded") &&
    order.tickets.some(({ status }) => status !== "refunded");
  return (
    <div className="flex flex-wrap gap-2">
      {hasTickets && <ResendConfirmation order={order} />}
      {mayRefund && (
        <Button variant="danger" size="sm" onClick={() => setRefunding(true)}>
          {order.comp ? "Revoke" : "Refund"}
        </Button>
      )}
      <RefundDialog
        orderId={order.id}
        isComp={order.comp !== null}
        open={isRefunding}
        onClose={() => setRefunding(false)}
      />
    </div>
  );
}
