import { useState } from "react";
import type { NightRefundDesk } from "#contract/night-refunds.ts";
import { ReasonDialog } from "#web/features/desk/reason-dialog.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { newKey } from "#web/features/orders/attempt.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";

export type StartDialogProps = { desk: NightRefundDesk; address: string; onClose: () => void };

/** Begins to give a night's money back, or proposes it where a second administrator has to agree. */
export function StartDialog({ desk, address, onClose }: StartDialogProps) {
  const write = useDeskWrite();
  const [key] = useState(newKey);
  const [withFee, setWithFee] = useState(true);
  const [includesAdmitted, setIncludesAdmitted] = useState(false);
  const [note, setNote] = useState("");
  const cents = desk.amountCents - (withFee ? 0 : desk.feeCents);
  const people = desk.people === 1 ? "1 person gets" : `${desk.people} people get`;
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title="Give the money back"
      action={desk.needsSecond ? "Propose it" : `Send ${formatMoney(cents, desk.currency)}`}
      danger
      extra={
        <>
          <div>
            <Checkbox
              label="Give the fees back as well"
              checked={withFee}
              onChange={(event) => setWithFee(event.target.checked)}
            />
            {desk.admitted > 0 && (
              <Checkbox
                label={`Also for the ${desk.admitted} who came in`}
                checked={includesAdmitted}
                onChange={(event) => setIncludesAdmitted(event.target.checked)}
              />
            )}
          </div>
          <Field label="To the buyers" hint="Goes into their mail. May stay empty.">
            <Textarea
              rows={2}
              maxLength={600}
              value={note}
              onChange={(event) => setNote(event.target.value.replace(/\s*\n\s*/g, " "))}
            />
          </Field>
        </>
      }
      onConfirm={async (reason) => {
        const said = note.trim().length >= 3 ? { note: note.trim() } : {};
        await write(address, { withFee, includesAdmitted, reason, ...said }, `${key}-${withFee}-${includesAdmitted}`);
        const title = desk.needsSecond ? "Proposed" : "On its way";
        toast({
          title,
          description: desk.needsSecond ? "Another administrator has to agree." : undefined,
          tone: "good",
        });
      }}
    >
      {people} up to {formatMoney(cents, desk.currency)} back, order by order, each with a mail.
      {desk.needsSecond && " It begins when a second administrator agrees."}
    </ReasonDialog>
  );
}
