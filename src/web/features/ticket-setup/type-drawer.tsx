import { useEffect, useState } from "react";
import type { AdminTicketType, TicketSetup, TicketTypeInput } from "#contract/ticket-types.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { SavedMeanwhile } from "#web/features/admin/edit-conflict/saved-meanwhile.tsx";
import { useEditConflict } from "#web/features/admin/edit-conflict/use-edit-conflict.ts";
import { callJson, CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { setupPath, useSetupWrite } from "./queries.ts";
import { AmountFields, DoorFields, OfferFields, WindowFields, type FieldsProps } from "./type-fields.tsx";
import { fieldLabels, type FieldErrors, formOf, readForm, type TypeForm } from "./type-form.ts";
import { TypeEnding } from "./type-ending.tsx";

export type TypeDrawerProps = {
  setup: TicketSetup;
  /** The type to edit, or the fields of a new one. */
  subject: AdminTicketType | TypeForm;
  onClose: () => void;
};

/** A whole ticket type, beside the list. Escape closes it; with unsaved changes, only the second time. */
export function TypeDrawer({ setup, subject, onClose }: TypeDrawerProps) {
  const type = "id" in subject ? subject : undefined;
  const opened = useState(() => ("id" in subject ? formOf(subject, setup.event.fees) : subject))[0];
  const [form, setForm] = useState(opened);
  const conflict = useEditConflict(opened, type?.version ?? 0);
  const { start } = conflict;
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const write = useSetupWrite(setup.event.id);
  const isChanged = JSON.stringify(form) !== JSON.stringify(start);
  useEffect(() => {
    if (Object.keys(fieldErrors).length > 0) focusFirstError();
  }, [fieldErrors]);

  function close() {
    if (isChanged && !isLeaving) setLeaving(true);
    else onClose();
  }

  async function save() {
    const { input, fieldErrors: found } = readForm(form);
    setFieldErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    try {
      if (type) await write("PUT", `/api/admin/ticket-types/${type.id}`, { ...input, version: conflict.version });
      else await write("POST", setupPath(setup.event.id), input);
      toast({ title: type ? `${input.name} saved` : `${input.name} added`, tone: "good" });
      onClose();
    } catch (error) {
      if (type && conflict.isEditConflict(error)) return await mergeLatest(type.id);
      const serverErrors = fieldErrorsOf(error);
      setFieldErrors(serverErrors);
      if (Object.keys(serverErrors).length === 0) setFailure(failureText(error));
    } finally {
      setSaving(false);
    }
  }

  /** Someone else saved since it was opened: shows their changes before anything overwrites them. */
  async function mergeLatest(id: number) {
    const latest = await callJson<TicketSetup>("GET", setupPath(setup.event.id));
    const theirs = latest.types.find((other) => other.id === id);
    if (theirs === undefined) return setFailure("Someone deleted this ticket type.");
    setForm(conflict.mergeLatest(form, formOf(theirs, latest.event.fees), theirs.version));
  }

  const fields: FieldsProps = { form, fieldErrors, setup, type, onChange: (change) => setForm({ ...form, ...change }) };
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && close()}
      title={type ? type.name : "New ticket type"}
      footer={
        <div className="grid gap-3">
          {failure && <Callout tone="bad" title={failure} />}
          {conflict.theirEdits && (
            <SavedMeanwhile theirEdits={conflict.theirEdits} labels={fieldLabels} timeZone={setup.event.timeZone} />
          )}
          {isLeaving && (
            <Callout tone="soon" title="You have unsaved changes">
              <Button size="sm" variant="outline" className="mt-2" onClick={onClose}>
                Leave without saving
              </Button>
            </Callout>
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

function focusFirstError() {
  document.querySelector<HTMLElement>("[data-type-form] [aria-invalid=true]")?.focus();
}

/** The server's errors, by field. */
function fieldErrorsOf(error: unknown): FieldErrors {
  if (!(error instanceof CallError)) return {};
  const serverErrors = (error.answer.errors ?? []).filter(({ path }) => path && !path.includes("."));
  return Object.fromEntries(serverErrors.map(({ path, message }) => [path as keyof TicketTypeInput, message]));
}
