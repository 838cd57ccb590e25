import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { Paper } from "#contract/papers.ts";
import { CallError, callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { BillingFields, billingOf, draftOf, faultsOf } from "./billing-fields.tsx";
import { paperPath, papersQuery } from "./queries.ts";

type InvoiceDialogProps = {
  orderId: string;
  linkKey?: string | undefined;
  /** The invoice that was made out wrongly; without one it is the first. */
  wrong?: Paper | undefined;
  onClose: () => void;
};

/** Asks to whom an invoice is made out, for the first time or, once, to put it right. */
export function InvoiceDialog({ orderId, linkKey, wrong, onClose }: InvoiceDialogProps) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(wrong?.billing));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function send(event: SubmitEvent) {
    event.preventDefault();
    setBusy(true);
    setFaults({});
    setRefusal(undefined);
    try {
      const body = { ...billingOf(draft), ...(wrong ? { paperId: wrong.id } : {}) };
      const path = paperPath(orderId, wrong ? "invoice/correction" : "invoice", linkKey);
      const invoice = await callJson<Paper>("POST", path, { body });
      toast({ title: `Invoice ${invoice.number} is made out`, tone: "good" });
      await queryClient.invalidateQueries(papersQuery(orderId, linkKey));
      onClose();
    } catch (error) {
      const found = faultsOf(error);
      setFaults(found);
      const said = error instanceof CallError ? error.answer.message : undefined;
      if (Object.keys(found).length === 0) setRefusal(said ?? "The invoice could not be made out. Please try again.");
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={wrong ? "Correct the invoice" : "Make out an invoice"}
      description={
        wrong
          ? `Invoice ${wrong.number} is cancelled, and a new one is made out with what you write here. You can do this once.`
          : "It is made out with what you write here. Your receipt stays as it is."
      }
    >
      <form noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
        {refusal && <Notice tone="bad" title={refusal} />}
        <BillingFields value={draft} faults={faults} onChange={setDraft} />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="quiet" onClick={onClose}>
            {wrong ? "Keep as it is" : "Cancel"}
          </Button>
          <Button type="submit" loading={isBusy}>
            {wrong ? "Correct" : "Make out"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
