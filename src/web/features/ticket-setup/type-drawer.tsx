import { useEffect, useState } from "react";
import type { DeskTicketType, TicketSetup, TicketTypeInput } from "#contract/ticket-types.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { SavedMeanwhile } from "#web/features/desk/meeting/saved-meanwhile.tsx";
import { useMeeting } from "#web/features/desk/meeting/use-meeting.ts";
import { callJson, CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { setupPath, useSetupWrite } from "./queries.ts";
import { AmountFields, DoorFields, OfferFields, WindowFields, type FieldsProps } from "./type-fields.tsx";
import { fieldWords, type Faults, formOf, readForm, type TypeForm } from "./type-form.ts";
import { TypeEnding } from "./type-ending.tsx";

export type TypeDrawerProps = {
  setup: TicketSetup;
  /** The type to change, or the fields of one that is not there yet. */
  subject: DeskTicketType | TypeForm;
  onClose: () => void;
};

/** All of a ticket type, beside the list. Escape leaves it; where something was changed, only the second time. */
export function TypeDrawer({ setup, subject, onClose }: TypeDrawerProps) {
  const type = "id" in subject ? subject : undefined;
  const opened = useState(() => ("id" in subject ? formOf(subject, setup.event.fees) : subject))[0];
  const [form, setForm] = useState(opened);
  const meeting = useMeeting(opened, type?.version ?? 0);
  const { start } = meeting;
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const write = useSetupWrite(setup.event.id);
  const isChanged = JSON.stringify(form) !== JSON.stringify(start);
  useEffect(() => {
    if (Object.keys(faults).length > 0) focusFirstFault();
  }, [faults]);

  function close() {
    if (isChanged && !isLeaving) setLeaving(true);
    else onClose();
  }

  async function save() {
    const { input, faults: found } = readForm(form);
    setFaults(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    try {
      if (type) await write("PUT", `/api/admin/ticket-types/${type.id}`, { ...input, version: meeting.version });
      else await write("POST", setupPath(setup.event.id), input);
      toast({ title: type ? `${input.name} is saved` : `${input.name} is added`, tone: "good" });
      onClose();
    } catch (error) {
      if (type && meeting.isMet(error)) return await meet(type.id);
      const told = faultsOf(error);
      setFaults(told);
      if (Object.keys(told).length === 0) setFailure(failureText(error));
    } finally {
      setSaving(false);
    }
  }

  /** Somebody else saved it since it was opened: nothing of theirs is written over unseen. */
  async function meet(id: number) {
    const latest = await callJson<TicketSetup>("GET", setupPath(setup.event.id));
    const theirs = latest.types.find((other) => other.id === id);
    if (theirs === undefined) return setFailure("Somebody deleted it meanwhile.");
    setForm(meeting.meet(form, formOf(theirs, latest.event.fees), theirs.version));
  }

  const fields: FieldsProps = { form, faults, setup, type, onChange: (change) => setForm({ ...form, ...change }) };
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && close()}
      title={type ? type.name : "New ticket type"}
      footer={
        <div className="grid gap-3">
          {failure && <Notice tone="bad" title={failure} />}
          {meeting.met && <SavedMeanwhile met={meeting.met} words={fieldWords} timeZone={setup.event.timeZone} />}
          {isLeaving && (
            <Notice tone="soon" title="What you changed is not saved">
              <Button size="sm" variant="outline" className="mt-2" onClick={onClose}>
                Leave without saving
              </Button>
            </Notice>
          )}
          <Button size="lg" loading={isSaving} onClick={() => void save()}>
            {type ? "Save" : "Add ticket type"}
          </Button>
        </div>
      }
    >
      <form
        noValidate
        data-type-form=""
        className="grid gap-6"
        onSubmit={(submission) => {
          submission.preventDefault();
          void save();
        }}
      >
        <OfferFields {...fields} />
        <AmountFields {...fields} />
        <WindowFields {...fields} />
        <DoorFields {...fields} />
        <button type="submit" hidden aria-label="Save">
          Save
        </button>
      </form>
      {type && <TypeEnding type={type} eventId={setup.event.id} onDone={onClose} />}
    </Drawer>
  );
}

function focusFirstFault() {
  document.querySelector<HTMLElement>("[data-type-form] [aria-invalid=true]")?.focus();
}

/** What the server found wrong, by field. */
function faultsOf(error: unknown): Faults {
  if (!(error instanceof CallError)) return {};
  const told = (error.answer.errors ?? []).filter(({ path }) => path && !path.includes("."));
  return Object.fromEntries(told.map(({ path, message }) => [path as keyof TicketTypeInput, message]));
}
