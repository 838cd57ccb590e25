import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Paper } from "#contract/papers.ts";
import { ReasonDialog } from "#web/features/desk/reason-dialog.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { toast } from "#web/ui/toast.ts";
import { BillingFields, billingOf, draftOf, faultsOf } from "./billing-fields.tsx";
import { papersQuery } from "./queries.ts";

type CorrectInvoiceProps = { orderId: string; invoice: Paper; open: boolean; onClose: () => void };

/** Staff put right to whom an invoice is made out, as often as it takes. */
export function CorrectInvoice({ orderId, invoice, open, onClose }: CorrectInvoiceProps) {
  const write = useDeskWrite();
  const queryClient = useQueryClient();
  const before = draftOf(invoice.billing);
  const [draft, setDraft] = useState(before);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const isSame = JSON.stringify(billingOf(draft)) === JSON.stringify(billingOf(before));
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title="Correct the invoice"
      action="Correct invoice"
      hint="Kept in the audit log with your name. The buyer does not read it."
      waiting={isSame}
      onConfirm={async (reason) => {
        setFaults({});
        const body = { ...billingOf(draft), paperId: invoice.id, reason };
        try {
          const made = await write<Paper>(`/api/admin/orders/${orderId}/invoice/correction`, body);
          await queryClient.invalidateQueries(papersQuery(orderId));
          toast({
            title: `Invoice ${made.number} is made out`,
            description: "The buyer is told by mail.",
            tone: "good",
          });
        } catch (error) {
          setFaults(faultsOf(error));
          throw error;
        }
      }}
      extra={<BillingFields value={draft} faults={faults} onChange={setDraft} />}
    >
      {`Invoice ${invoice.number} stays as it is and is cancelled by a paper of its own. A new one with the next number stands in its place; the buyer gets both by mail. No money moves.`}
    </ReasonDialog>
  );
}
