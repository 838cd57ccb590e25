import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderRefund } from "#contract/refunds/of-order.ts";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { orderQuery } from "#web/features/orders/queries.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { createPatience } from "#web/features/refunds/patience.ts";

const labels = {
  retry: {
    endpoint: "POST /api/admin/orders/{id}/refunds/{refundId}/retry",
    title: "Retry refund",
    text: "We'll ask the payment provider to send this refund again. The buyer won't be refunded twice.",
    action: "Retry refund",
    done: "Refund retried",
  },
  "paid-by-hand": {
    endpoint: "POST /api/admin/orders/{id}/refunds/{refundId}/paid-by-hand",
    title: "Mark as paid another way",
    text: "Use this if you paid the buyer back by bank transfer or in cash. We'll let the buyer know that it's paid.",
    action: "Mark as paid",
    done: "Marked as paid",
  },
} as const;

/** An order's refunds that the payment provider couldn't send, and what staff can do about each. */
export function FailedRefunds({ orderId }: { orderId: string }) {
  const queryClient = useQueryClient();
  const write = useAdminWrite();
  const [patience] = useState(createPatience);
  const query = useQuery({
    ...orderQuery(orderId),
    refetchInterval: ({ state }) => patience(state.data?.refunds ?? [], state),
  });
  const order = query.data;
  const [open, setOpen] = useState<{ care: keyof typeof labels; refund: OrderRefund }>();
  const texts = open && labels[open.care];
  const form = useReasonForm({
    onClose: () => setOpen(undefined),
    submit: async (body) => {
      await write(texts!.endpoint, { params: { id: orderId, refundId: open!.refund.id }, body });
      await queryClient.invalidateQueries(orderQuery(orderId));
      toast({ title: texts!.done, tone: "good" });
    },
  });
  if (!order) return <ReadFailure label="Failed refunds" query={query} />;
  const failed = order.refunds.filter((refund) => refund.status === "failed");
  if (failed.length === 0 && !open) return null;
  return (
    <>
      {failed.map((refund) => (
        <Callout key={refund.id} tone="bad" title={`${formatMoney(refund.amountCents, order.currency)} refund failed`}>
          <p>The buyer hasn't been refunded yet and sees that we're working on it.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" onClick={() => setOpen({ care: "retry", refund })}>
              Retry refund
            </Button>
            <Button size="sm" variant="outline" onClick={() => setOpen({ care: "paid-by-hand", refund })}>
              Mark as paid another way
            </Button>
          </div>
        </Callout>
      ))}
      {texts && (
        <ReasonDialog form={form} open title={texts.title} action={texts.action}>
          {texts.text}
        </ReasonDialog>
      )}
    </>
  );
}
