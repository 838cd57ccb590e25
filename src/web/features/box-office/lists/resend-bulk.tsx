import { BulkDialog } from "#web/features/admin/bulk-dialog.tsx";

type Order = { id: string; number: string };

/** Asks, then resends the ticket emails of several orders. */
export function ResendBulk({ orders, onClose }: { orders: Order[] | undefined; onClose: () => void }) {
  const count = orders?.length ?? 0;
  return (
    <BulkDialog
      rows={orders}
      onClose={onClose}
      nameOf={({ number }) => number}
      title={count === 1 ? "Resend tickets" : `Resend tickets for ${count} orders`}
      action="Resend"
      done="Emails queued"
      reason={false}
      callOf={({ id }) => ({ path: `/api/admin/orders/${id}/confirmation`, body: {}, key: crypto.randomUUID() })}
    >
      For each order, the buyer gets one email with all current tickets.
    </BulkDialog>
  );
}
