import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { OrderDocument } from "#contract/order-documents.ts";
import { CallError, callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { BillingFields, billingOf, draftOf, fieldErrorsOf } from "./billing-fields.tsx";
import { documentPath, documentsQuery } from "./queries.ts";

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
  const [draft, setDraft] = useState(() => draftOf(wrong?.billing));
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function send(e: SubmitEvent) {
    e.preventDefault();
    setBusy(true);
    setFieldErrors({});
    setRefusal(undefined);
    try {
      const body = { ...billingOf(draft), ...(wrong ? { documentId: wrong.id } : {}) };
      const path = documentPath(orderId, wrong ? "invoice/correction" : "invoice", linkKey);
      const invoice = await callJson<OrderDocument>("POST", path, { body });
      toast({ title: `Invoice ${invoice.number} created`, tone: "good" });
      await queryClient.invalidateQueries(documentsQuery(orderId, linkKey));
      onClose();
    } catch (error) {
      const found = fieldErrorsOf(error);
      setFieldErrors(found);
      const said = error instanceof CallError ? error.answer.message : undefined;
      if (Object.keys(found).length === 0) setRefusal(said ?? "We couldn't create the invoice. Please try again.");
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={wrong ? "Correct invoice" : "Create invoice"}
      description={
        wrong
          ? `We'll cancel invoice ${wrong.number} and create a new one with the details below. You can do this once.`
          : "We'll create it with the details below. Your receipt doesn't change."
      }
    >
      <form noValidate className="grid gap-4" onSubmit={(e) => void send(e)}>
        {refusal && <Callout tone="bad" title={refusal} />}
        <BillingFields value={draft} fieldErrors={fieldErrors} onChange={setDraft} />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {wrong ? "Correct invoice" : "Create invoice"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
