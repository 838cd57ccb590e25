import { Mail } from "lucide-react";
import { BulkButton } from "#web/features/admin/table/bulk-button.tsx";

type Order = { id: string; number: string };

/** Asks, then resends the ticket emails of the selected orders, each once. */
export function ResendBulk({ orders }: { orders: Order[] }) {
  const rows = [...new Map(orders.map((order) => [order.id, order])).values()];
  return (
    <BulkButton
      label={
        <>
          <Mail className="size-4" />
          Resend
        </>
      }
      rows={rows}
      nameOf={({ number }) => number}
      title={rows.length === 1 ? "Resend tickets" : `Resend tickets for ${rows.length} orders`}
      action="Resend"
      done="Emails queued"
      reason={false}
      callOf={({ id }) => ({ path: `/api/admin/orders/${id}/confirmation`, body: {}, key: crypto.randomUUID() })}
    >
      For each order, the buyer gets one email with all current tickets.
    </BulkButton>
  );
}
