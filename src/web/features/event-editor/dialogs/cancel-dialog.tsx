import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useNight } from "../form/form-context.ts";
import { ReachFigures } from "./reach-figures.tsx";
import { useChange } from "./use-change.ts";

/** Calls a night off: first whom it reaches, then the words for them, then a yes that cannot be pressed by accident. */
export function CancelDialog({ onClose }: { onClose: () => void }) {
  const { night } = useNight();
  const [note, setNote] = useState("");
  const [isSure, setSure] = useState(false);
  const { send, isBusy, refusal } = useChange("cancel", "Cancelled. Everybody is being told.", onClose);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Cancel the night"
      description={`${night.title} does not take place. Sales stop at once and tickets open no door. It stays so.`}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isSure && note.trim().length >= 3) void send({ note: note.trim() });
        }}
      >
        <ReachFigures id={night.id} />
        <Notice tone="soon" title="The money is the next step">
          Once the night is cancelled, “Give the money back” stands in this place: it shows what is owed before anything
          is sent. What is being paid at this moment goes back by itself.
        </Notice>
        <Field label="What they read" hint="In the mail and on the page of the night." required>
          <Textarea
            rows={3}
            maxLength={600}
            value={note}
            onChange={(event) => setNote(event.target.value.replace(/\s*\n\s*/g, " "))}
          />
        </Field>
        <Checkbox
          label="Yes, this night is cancelled for good"
          checked={isSure}
          onChange={(event) => setSure(event.target.checked)}
        />
        {refusal && <Notice tone="bad" title={refusal} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Keep it on
          </Button>
          <Button type="submit" variant="danger" loading={isBusy} disabled={!isSure || note.trim().length < 3}>
            Cancel the night
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
