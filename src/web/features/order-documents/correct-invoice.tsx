import { useQueryClient } from "@tanstack/react-query";
import type { OrderDocument } from "#contract/order-documents.ts";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { toast } from "#web/ui/toast.ts";
import { BillingFields, billingOf, draftOf } from "./billing-fields.tsx";
import { documentsQuery } from "./queries.ts";

type CorrectInvoiceProps = { orderId: string; invoice: OrderDocument; onClose: () => void };

/** Lets staff correct an invoice's billing details, as often as needed. */
export function CorrectInvoice({ orderId, invoice, onClose }: CorrectInvoiceProps) {
  const write = useAdminWrite();
  const queryClient = useQueryClient();
  const before = draftOf(invoice.billing);
  const form = useReasonForm({
    defaults: before,
    onClose,
    submit: async ({ reason, ...draft }) => {
      const body = { ...billingOf(draft), documentId: invoice.id, reason };
      const params = { id: orderId };
      const corrected = await write("POST /api/admin/orders/{id}/invoice/correction", { params, body });
      await queryClient.invalidateQueries(documentsQuery(orderId));
      toast({ title: `Invoice ${corrected.number} created`, description: "We're emailing the buyer.", tone: "good" });
    },
  });
  const isSame = JSON.stringify(billingOf(form.values)) === JSON.stringify(billingOf(before));
  return (
    <ReasonDialog
      form={form}
      open
      title="Correct invoice"
      action="Correct invoice"
      hint="Saved in the activity log with your name. The buyer doesn't see it."
      waiting={isSame}
      extra={<BillingFields field={form.field} />}
    >
      {`We'll cancel invoice ${invoice.number} with a separate document and create a new one with the next number. We'll email both to the buyer. No money moves.`}
    </ReasonDialog>
  );
}
