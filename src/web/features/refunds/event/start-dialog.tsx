import { useState } from "react";
import type { EventRefundSummary } from "#contract/event-refunds.ts";
import { ReasonDialog } from "#web/features/admin/reason-dialog.tsx";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { newKey } from "#web/features/orders/attempt.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";

export type StartDialogProps = { summary: EventRefundSummary; address: string; onClose: () => void };

/** Starts an event's refunds, or proposes them if a second admin has to approve. */
export function StartDialog({ summary, address, onClose }: StartDialogProps) {
  const write = useAdminWrite();
  const [key] = useState(newKey);
  const [withFee, setWithFee] = useState(true);
  const [includesAdmitted, setIncludesAdmitted] = useState(false);
  const [note, setNote] = useState("");
  const cents = summary.amountCents - (withFee ? 0 : summary.feeCents);
  const people = summary.people === 1 ? "1 buyer" : `${summary.people} buyers`;
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title="Refund all orders"
      action={summary.needsSecond ? "Propose refunds" : `Refund ${formatMoney(cents, summary.currency)}`}
      danger
      extra={
        <>
          <div>
            <Checkbox label="Also refund fees" checked={withFee} onChange={(e) => setWithFee(e.target.checked)} />
            {summary.admitted > 0 && (
              <Checkbox
                label={`Include tickets that are already checked in (${summary.admitted})`}
                checked={includesAdmitted}
                onChange={(e) => setIncludesAdmitted(e.target.checked)}
              />
            )}
          </div>
          <Field label="Note to buyers" hint="Optional. We include it in their email.">
            <Textarea
              rows={2}
              maxLength={600}
              value={note}
              onChange={(e) => setNote(e.target.value.replace(/\s*\n\s*/g, " "))}
            />
          </Field>
        </>
      }
      onConfirm={async (reason) => {
        const said = note.trim().length >= 3 ? { note: note.trim() } : {};
        await write(address, { withFee, includesAdmitted, reason, ...said }, `${key}-${withFee}-${includesAdmitted}`);
        const title = summary.needsSecond ? "Refunds proposed" : "Refunds started";
        toast({
          title,
          description: summary.needsSecond ? "Another admin has to approve." : undefined,
          tone: "good",
        });
      }}
    >
      We'll refund {people} up to {formatMoney(cents, summary.currency)} in total, order by order, and email each one.
      {summary.needsSecond && " Refunds start when a second admin approves."}
    </ReasonDialog>
  );
}
