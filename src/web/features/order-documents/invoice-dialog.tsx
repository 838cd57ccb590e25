import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { billingFields } from "#contract/form-fields.ts";
import type { OrderDocument } from "#contract/order-documents.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormEnd } from "#web/ui/form-end.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { BillingFields, billingMessages, billingOf, draftOf } from "./billing-fields.tsx";
import { documentsQuery } from "./queries.ts";

const invoiceForm = z.object(billingFields);

type InvoiceDialogProps = {
  orderId: string;
  linkKey?: string | undefined;
  /** The invoice to correct; without one, this creates the first. */
  wrong?: OrderDocument | undefined;
  onClose: () => void;
};

/** Asks for an invoice's billing details, for the first invoice or for its one correction. */
export function InvoiceDialog({ orderId, linkKey, wrong, onClose }: InvoiceDialogProps) {
  const queryClient = useQueryClient();
  const action = wrong ? "Correct invoice" : "Create invoice";
  const form = useZodForm({
    schema: invoiceForm,
    bodyOf: billingOf,
    defaults: draftOf(wrong?.billing),
    messages: billingMessages,
    failureText: (error) =>
      (error instanceof CallError ? error.answer.message : undefined) ??
      "We couldn't create the invoice. Please try again.",
    submit: async (billing) => {
      const order = { params: { id: orderId }, query: { key: linkKey } };
      const invoice = wrong
        ? await callApi("POST /api/orders/{id}/invoice/correction", {
            ...order,
            body: { ...billing, documentId: wrong.id },
          })
        : await callApi("POST /api/orders/{id}/invoice", { ...order, body: billing });
      toast({ title: `Invoice ${invoice.number} created`, tone: "good" });
      await queryClient.invalidateQueries(documentsQuery(orderId, linkKey));
      onClose();
    },
  });

  return (
    <Dialog
      onClose={onClose}
      title={action}
      description={
        wrong
          ? `We'll cancel invoice ${wrong.number} and create a new one with the details below. You can do this once.`
          : "We'll create it with the details below. Your receipt doesn't change."
      }
    >
      <form {...form.props} className="grid gap-4">
        <BillingFields field={form.field} />
        <FormEnd form={form} action={action} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
