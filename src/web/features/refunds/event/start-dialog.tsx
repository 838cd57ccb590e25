import { useState } from "react";
import type { EventRefundSummary } from "#contract/event-refunds.ts";
import { ReasonDialog, useReasonForm } from "#web/features/admin/reason-dialog.tsx";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { newKey } from "#web/features/orders/purchase.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { noteOf } from "../note-of.ts";

export type StartDialogProps = { summary: EventRefundSummary; address: string; onClose: () => void };

/** Starts an event's refunds, or proposes them if a second admin has to approve. */
export function StartDialog({ summary, address, onClose }: StartDialogProps) {
  const write = useAdminWrite();
  const [key] = useState(newKey);
  const form = useReasonForm({
    defaults: { withFee: true, includesAdmitted: false, note: "" },
    onClose,
    submit: async ({ note, ...body }) => {
      await write(address, { ...body, ...noteOf(note) }, `${key}-${body.withFee}-${body.includesAdmitted}`);
      toast({
        title: summary.needsSecond ? "Refunds proposed" : "Refunds started",
        description: summary.needsSecond ? "Another admin has to approve." : undefined,
        tone: "good",
      });
    },
  });
  const cents = summary.amountCents - (form.values.withFee ? 0 : summary.feeCents);
  const people = summary.people === 1 ? "1 buyer" : `${summary.people} buyers`;
  return (
    <ReasonDialog
      form={form}
      open
      title="Refund all orders"
      action={summary.needsSecond ? "Propose refunds" : `Refund ${formatMoney(cents, summary.currency)}`}
      danger
      extra={
        <>
          <div>
            <Checkbox label="Also refund fees" {...form.register("withFee")} />
            {summary.admitted > 0 && (
              <Checkbox
                label={`Include tickets that are already checked in (${summary.admitted})`}
                {...form.register("includesAdmitted")}
              />
            )}
          </div>
          <Field label="Note to buyers" hint="Optional. We include it in their email." {...form.field("note")}>
            <Textarea rows={2} maxLength={600} oneLine />
          </Field>
        </>
      }
    >
      We'll refund {people} up to {formatMoney(cents, summary.currency)} in total, order by order, and email each one.
      {summary.needsSecond && " Refunds start when a second admin approves."}
    </ReasonDialog>
  );
}
