import { Callout } from "#web/ui/callout.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { AffectedBuyersSummary, useChangeForm } from "./change-form.tsx";

/** Cancels an event: shows the affected buyers, asks for a message, and needs a confirmation checkbox. */
export function CancelDialog({ onClose }: { onClose: () => void }) {
  const { event, form, note, hasNote } = useChangeForm("cancel", {
    defaults: { note: "", isSure: false },
    bodyOf: () => ({}),
    done: "Event canceled. We're emailing ticket holders.",
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Cancel event"
      description={`Sales for ${event.title} stop right away, and its tickets become void. You can't undo this.`}
      action="Cancel event"
      danger
      disabled={!form.values.isSure || !hasNote}
      onCancel={onClose}
      cancel="Keep event"
    >
      <AffectedBuyersSummary id={event.id} />
      <Callout tone="soon" title="Refunds come next">
        Once the event is canceled, you can start refunds on this tab and review the total before anything is sent.
        Payments in progress are refunded automatically.
      </Callout>
      {note}
      <Checkbox label="Permanently cancel this event" {...form.register("isSure")} />
    </FormDialog>
  );
}
