import { BulkDialog } from "#web/features/desk/bulk-dialog.tsx";

type Order = { id: string; number: string };

/** Sends the mails with the tickets of some orders once more, after asking. */
export function ResendBulk({ orders, onClose }: { orders: Order[] | undefined; onClose: () => void }) {
  const count = orders?.length ?? 0;
  return (
    <BulkDialog
      rows={orders}
      onClose={onClose}
      nameOf={({ number }) => number}
      title={count === 1 ? "Resend the tickets" : `Resend the tickets of ${count} orders`}
      action="Resend"
      done="In the outbox again"
      reason={false}
      callOf={({ id }) => ({ path: `/api/admin/orders/${id}/confirmation`, body: {}, key: crypto.randomUUID() })}
    >
      Each buyer gets one mail with all tickets of the order as they are now.
    </BulkDialog>
  );
}
