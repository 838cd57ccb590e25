import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderDocument } from "#contract/order-documents.ts";
import { ReasonDialog } from "#web/features/admin/reason-dialog.tsx";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { toast } from "#web/ui/toast.ts";
import { BillingFields, billingOf, draftOf, fieldErrorsOf } from "./billing-fields.tsx";
import { documentsQuery } from "./queries.ts";

type CorrectInvoiceProps = { orderId: string; invoice: OrderDocument; open: boolean; onClose: () => void };

/** Lets staff correct an invoice's billing details, as often as needed. */
export function CorrectInvoice({ orderId, invoice, open, onClose }: CorrectInvoiceProps) {
  const write = useAdminWrite();
  const queryClient = useQueryClient();
  const before = draftOf(invoice.billing);
  const [draft, setDraft] = useState(before);
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const isSame = JSON.stringify(billingOf(draft)) === JSON.stringify(billingOf(before));
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title="Correct invoice"
      action="Correct invoice"
      hint="Saved in the activity log with your name. The buyer doesn't see it."
      waiting={isSame}
      onConfirm={async (reason) => {
        setFieldErrors({});
        const body = { ...billingOf(draft), documentId: invoice.id, reason };
        try {
          const made = await write<OrderDocument>(`/api/admin/orders/${orderId}/invoice/correction`, body);
          await queryClient.invalidateQueries(documentsQuery(orderId));
          toast({
            title: `Invoice ${made.number} created`,
            description: "We're emailing the buyer.",
            tone: "good",
          });
        } catch (error) {
          setFieldErrors(fieldErrorsOf(error));
          throw error;
        }
      }}
      extra={<BillingFields value={draft} fieldErrors={fieldErrors} onChange={setDraft} />}
    >
      {`We'll cancel invoice ${invoice.number} with a separate document and create a new one with the next number. We'll email both to the buyer. No money moves.`}
    </ReasonDialog>
  );
}
