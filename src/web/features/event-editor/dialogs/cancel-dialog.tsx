import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useEventEditor } from "../form/form-context.ts";
import { AffectedBuyersSummary } from "./affected-buyers-summary.tsx";
import { useChange } from "./use-change.ts";

/** Cancels an event: shows the affected buyers, asks for a message, and needs a confirmation checkbox. */
export function CancelDialog({ onClose }: { onClose: () => void }) {
  const { event } = useEventEditor();
  const [note, setNote] = useState("");
  const [isSure, setSure] = useState(false);
  const { send, isBusy, refusal } = useChange("cancel", "Event canceled. We're emailing ticket holders.", onClose);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Cancel event"
      description={`Sales for ${event.title} stop right away, and its tickets become void. You can't undo this.`}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(e) => {
          e.preventDefault();
          if (isSure && note.trim().length >= 3) void send({ note: note.trim() });
        }}
      >
        <AffectedBuyersSummary id={event.id} />
        <Callout tone="soon" title="Refunds come next">
          Once the event is canceled, you can start refunds on this tab and review the total before anything is sent.
          Payments in progress are refunded automatically.
        </Callout>
        <Field label="Message to ticket holders" hint="Included in the email and on the event page." required>
          <Textarea
            rows={3}
            maxLength={600}
            value={note}
            onChange={(e) => setNote(e.target.value.replace(/\s*\n\s*/g, " "))}
          />
        </Field>
        <Checkbox label="Permanently cancel this event" checked={isSure} onChange={(e) => setSure(e.target.checked)} />
        {refusal && <Callout tone="bad" title={refusal} />}
        <DialogFoot>
          <Button variant="quiet" onClick={onClose}>
            Keep event
          </Button>
          <Button type="submit" variant="danger" loading={isBusy} disabled={!isSure || note.trim().length < 3}>
            Cancel event
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
