import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EditedEvent, VenueChoice } from "#contract/event-editing.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { settingsQuery } from "#web/features/settings/queries.ts";
import { callJson, CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { fieldErrorsFromServer, type FieldErrors } from "../form/field-errors.ts";
import { nextSaturday } from "../form/new-times.ts";
import { TimesFields, type Times } from "../form/times-fields.tsx";
import { VenueField } from "../form/venue-field.tsx";

/** The time zone of a new event until the settings load. */
const usualZone = "America/New_York";

/** Creates an event from what it must have: a name, times and a venue. */
export function NewEventDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const [title, setTitle] = useState("");
  const { data: settingsView } = useQuery(settingsQuery());
  const [now] = useState(() => Date.now());
  const [typed, setTyped] = useState<Times>();
  const times = typed ?? nextSaturday(now, settingsView?.settings.defaultTimeZone ?? usualZone);
  const [venue, setVenue] = useState<VenueChoice>();
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function begin() {
    const found: FieldErrors = {};
    if (title.trim() === "") found.title = "Enter a name";
    if (venue === undefined) found.venue = "Choose a venue or add one";
    if (times.endsAt <= times.startsAt) found.endsAt = "The end must be after the start";
    setFieldErrors(found);
    setRefusal(undefined);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const body = { title: title.trim(), ...times, venueId: venue!.id };
      onMade((await callJson<EditedEvent>("POST", "/api/admin/events", { body })).id);
    } catch (error) {
      if (error instanceof CallError && error.answer.errors) setFieldErrors(fieldErrorsFromServer(error.answer.errors));
      setRefusal(failureText(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="New event"
      description="You can change everything later. It stays a draft until you publish it."
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(e) => {
          e.preventDefault();
          void begin();
        }}
      >
        <Field label="Name" error={fieldErrors.title} required>
          <Input value={title} maxLength={120} autoComplete="off" onChange={(e) => setTitle(e.target.value)} />
        </Field>
        <VenueField venue={venue} error={fieldErrors.venue} onChange={setVenue} />
        <TimesFields times={times} fieldErrors={fieldErrors} onChange={(change) => setTyped({ ...times, ...change })} />
        {refusal && <Callout tone="bad" title={refusal} />}
        <DialogFoot>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Create
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
