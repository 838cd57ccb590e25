import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderRefund } from "#contract/order-refunds.ts";
import { ReadFailure } from "#web/features/desk/read-failure.tsx";
import { ReasonDialog } from "#web/features/desk/reason-dialog.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { orderQuery } from "#web/features/orders/queries.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { createPatience } from "./patience.ts";

type Care = "retry" | "paid-by-hand";

const words: Record<Care, { title: string; text: string; action: string; done: string }> = {
  retry: {
    title: "Send it once more",
    text: "The provider is asked again to send this money back. Nobody gets it twice.",
    action: "Try again",
    done: "On its way once more",
  },
  "paid-by-hand": {
    title: "It was paid by other means",
    text: "For money that reached the buyer by transfer or in cash. The buyer is told that it was paid.",
    action: "Mark as paid back",
    done: "Marked as paid back",
  },
};

/** Refunds of an order that the provider could not send, and what staff can do about each. */
export function FailedRefunds({ orderId }: { orderId: string }) {
  const queryClient = useQueryClient();
  const write = useDeskWrite();
  const [patience] = useState(createPatience);
  const query = useQuery({
    ...orderQuery(orderId),
    refetchInterval: ({ state }) => patience(state.data?.refunds ?? [], state),
  });
  const order = query.data;
  const [open, setOpen] = useState<{ care: Care; refund: OrderRefund }>();
  const failed = order?.refunds.filter((refund) => refund.status === "failed") ?? [];
  if (!order) return <ReadFailure label="Refunds that failed" query={query} />;
  if (failed.length === 0 && !open) return null;
  const said = open && words[open.care];
  return (
    <>
      {failed.map((refund) => (
        <Notice key={refund.id} tone="bad" title={`${formatMoney(refund.amountCents, order.currency)} did not go back`}>
          <p>The tickets are void and the buyer reads that we are on it.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" onClick={() => setOpen({ care: "retry", refund })}>
              Try again
            </Button>
            <Button size="sm" variant="outline" onClick={() => setOpen({ care: "paid-by-hand", refund })}>
              Paid by other means
            </Button>
          </div>
        </Notice>
      ))}
      {open && said && (
        <ReasonDialog
          open
          onClose={() => setOpen(undefined)}
          title={said.title}
          action={said.action}
          onConfirm={async (reason) => {
            await write(`/api/admin/orders/${orderId}/refunds/${open.refund.id}/${open.care}`, { reason });
            await queryClient.invalidateQueries({ queryKey: orderQuery(orderId).queryKey });
            toast({ title: said.done, tone: "good" });
          }}
        >
          {said.text}
        </ReasonDialog>
      )}
    </>
  );
}
