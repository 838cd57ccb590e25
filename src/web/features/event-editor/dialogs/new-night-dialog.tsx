import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EditedEvent, VenueChoice } from "#contract/event-editing.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { settingsQuery } from "#web/features/settings/queries.ts";
import { callJson, CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { faultsFromServer, type Faults } from "../form/faults.ts";
import { nextSaturday } from "../form/new-times.ts";
import { TimesFields, type Times } from "../form/times-fields.tsx";
import { VenueField } from "../form/venue-field.tsx";

/** The clock of a new night until the settings are read. */
const usualZone = "America/New_York";

/** Begins a night with what it cannot be without: a name, its times, its place. */
export function NewNightDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const [title, setTitle] = useState("");
  const { data: house } = useQuery(settingsQuery());
  const [now] = useState(() => Date.now());
  const [typed, setTyped] = useState<Times>();
  const times = typed ?? nextSaturday(now, house?.settings.defaultTimeZone ?? usualZone);
  const [venue, setVenue] = useState<VenueChoice>();
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function begin() {
    const found: Faults = {};
    if (title.trim() === "") found.title = "Give the night a name";
    if (venue === undefined) found.venue = "Choose a place, or add one";
    if (times.endsAt <= times.startsAt) found.endsAt = "The night ends before it begins";
    setFaults(found);
    setRefusal(undefined);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const body = { title: title.trim(), ...times, venueId: venue!.id };
      onMade((await callJson<EditedEvent>("POST", "/api/admin/events", { body })).id);
    } catch (error) {
      if (error instanceof CallError && error.answer.errors) setFaults(faultsFromServer(error.answer.errors));
      setRefusal(failureText(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="New night"
      description="Everything can be changed later. It is a draft until you publish it."
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <Field label="Name" error={faults.title} required>
          <Input value={title} maxLength={120} autoComplete="off" onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <VenueField venue={venue} error={faults.venue} onChange={setVenue} />
        <TimesFields times={times} faults={faults} onChange={(change) => setTyped({ ...times, ...change })} />
        {refusal && <Notice tone="bad" title={refusal} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" loading={isBusy}>
            Begin
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
