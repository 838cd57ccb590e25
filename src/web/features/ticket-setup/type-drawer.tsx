import { useId, useState } from "react";
import { type AdminTicketType, type TicketSetup, TicketTypeInput } from "#contract/ticket-types.ts";
import { SavedMeanwhile } from "#web/features/admin/edit-conflict/saved-meanwhile.tsx";
import { useVersionedForm } from "#web/features/admin/edit-conflict/use-versioned-form.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { setupPath, useSetupWrite } from "./queries.ts";
import { AmountFields, DoorFields, OfferFields, WindowFields, type FieldsProps } from "./type-fields.tsx";
import { fieldLabels, formOf, inputOf, typeMessages, typePaths, type TypeForm } from "./type-form.ts";
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
  const id = useId();
  const [isLeaving, setLeaving] = useState(false);
  const write = useSetupWrite(setup.event.id);
  const form = useVersionedForm({
    schema: TicketTypeInput,
    bodyOf: inputOf,
    defaults: "id" in subject ? formOf(subject, setup.event.fees) : subject,
    messages: typeMessages,
    fields: typePaths,
    version: type?.version,
    readLatest: async () => {
      const latest = await callJson<TicketSetup>("GET", setupPath(setup.event.id));
      const theirs = latest.types.find((other) => other.id === type?.id);
      return theirs && { values: formOf(theirs, latest.event.fees), version: theirs.version };
    },
    deleted: "Someone deleted this ticket type.",
    submit: async (input, version) => {
      if (type) await write("PUT", `/api/admin/ticket-types/${type.id}`, { ...input, version });
      else await write("POST", setupPath(setup.event.id), input);
      toast({ title: type ? `${input.name} saved` : `${input.name} added`, tone: "good" });
      onClose();
    },
  });

  function close() {
    if (form.isDirty && !isLeaving) setLeaving(true);
    else onClose();
  }

  const fields: FieldsProps = { form, setup, type };
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && close()}
      title={type ? type.name : "New ticket type"}
      footer={
        <div className="grid gap-3">
          {form.failure && <Callout tone="bad" title={form.failure} />}
          {form.theirEdits && (
            <SavedMeanwhile theirEdits={form.theirEdits} labels={fieldLabels} timeZone={setup.event.timeZone} />
          )}
          {isLeaving && (
            <Callout tone="soon" title="You have unsaved changes">
              <Button size="sm" variant="outline" className="mt-2" onClick={onClose}>
                Leave without saving
              </Button>
            </Callout>
          )}
          <Button type="submit" form={id} size="lg" loading={form.isBusy}>
            {type ? "Save" : "Add ticket type"}
          </Button>
        </div>
      }
    >
      <form {...form.props} id={id} className="grid gap-6">
        <OfferFields {...fields} />
        <AmountFields {...fields} />
        <WindowFields {...fields} />
        <DoorFields {...fields} />
      </form>
      {type && <TypeEnding type={type} eventId={setup.event.id} onDone={onClose} />}
    </Drawer>
  );
}
