import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormEnd } from "#web/ui/form-end.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useEventEditor } from "../form/form-context.ts";
import { AffectedBuyersSummary } from "./affected-buyers-summary.tsx";
import { useChangeForm } from "./use-change-form.ts";

/** Cancels an event: shows the affected buyers, asks for a message, and needs a confirmation checkbox. */
export function CancelDialog({ onClose }: { onClose: () => void }) {
  const { event } = useEventEditor();
  const form = useChangeForm("cancel", {
    defaults: { note: "", isSure: false },
    bodyOf: ({ note }) => ({ note: note.trim() }),
    done: "Event canceled. We're emailing ticket holders.",
    onDone: onClose,
  });
  const { note, isSure } = form.values;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Cancel event"
      description={`Sales for ${event.title} stop right away, and its tickets become void. You can't undo this.`}
    >
      <form {...form.props} className="grid gap-5">
        <AffectedBuyersSummary id={event.id} />
        <Callout tone="soon" title="Refunds come next">
          Once the event is canceled, you can start refunds on this tab and review the total before anything is sent.
          Payments in progress are refunded automatically.
        </Callout>
        <Field
          label="Message to ticket holders"
          hint="Included in the email and on the event page."
          required
          {...form.field("note")}
        >
          <Textarea rows={3} maxLength={600} oneLine />
        </Field>
        <Checkbox label="Permanently cancel this event" {...form.register("isSure")} />
        <FormEnd
          form={form}
          action="Cancel event"
          danger
          disabled={!isSure || note.trim().length < 3}
          onCancel={onClose}
          cancel="Keep event"
        />
      </form>
    </Dialog>
  );
}
