import { Failure } from "#web/admin-kit/read-failure.tsx";
import { useId, useState } from "react";
import { type AdminTicketType, TicketTypeInput } from "#contract/events/ticket-types.ts";
import { SavedMeanwhile, useVersionedForm } from "#web/admin-kit/edit-conflict/versioned-form.tsx";
import { useAttempt, showSuccess } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { toast } from "#web/ui/toast.ts";
import { useTicketSetup } from "./queries.ts";
import { AmountFields, DoorFields, OfferFields, WindowFields, type FieldsProps } from "./type-fields.tsx";
import { fieldLabels, formOf, inputOf, typeMessages, typePaths, type TypeForm } from "./type-form.ts";

type TypeDrawerProps = {
  /** The type to edit, or the fields of a new one. */
  subject: AdminTicketType | TypeForm;
  onClose: () => void;
};

/** A whole ticket type, beside the list. Escape closes it; with unsaved changes, only the second time. */
export function TypeDrawer({ subject, onClose }: TypeDrawerProps) {
  const type = "id" in subject ? subject : undefined;
  const id = useId();
  const [isLeaving, setLeaving] = useState(false);
  const { event, write, readLatest } = useTicketSetup();
  const form = useVersionedForm({
    schema: TicketTypeInput,
    bodyOf: inputOf,
    defaults: "id" in subject ? formOf(subject, event.fees) : subject,
    messages: typeMessages,
    fields: typePaths,
    subject: type,
    readLatest: async () => {
      const latest = await readLatest();
      const theirs = latest.types.find((other) => other.id === type?.id);
      return theirs && { values: formOf(theirs, latest.event.fees), version: theirs.version };
    },
    deleted: "Someone deleted this ticket type.",
    submit: async (input, current) => {
      if (current) {
        const body = { ...input, version: current.version };
        await write("PUT /api/admin/ticket-types/{id}", { params: { id: current.id }, body });
      } else await write("POST /api/admin/events/{id}/ticket-types", { params: { id: event.id }, body: input });
      showSuccess(type ? `${input.name} saved` : `${input.name} added`);
      onClose();
    },
  });

  function close() {
    if (form.isDirty && !isLeaving) setLeaving(true);
    else onClose();
  }

  const fields: FieldsProps = { form, type };
  return (
    <Drawer
      isForm
      onClose={close}
      title={type ? type.name : "New ticket type"}
      footer={
        <div className="grid gap-3">
          <Failure text={form.failure} />
          <SavedMeanwhile form={form} labels={fieldLabels} timeZone={event.timeZone} />
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
      {type && <TypeEnding type={type} onDone={onClose} />}
    </Drawer>
  );
}

/** Ends a ticket type that has sold, or deletes one that never did. Each asks for confirmation. */
function TypeEnding({ type, onDone }: { type: AdminTicketType; onDone: () => void }) {
  const [confirming, setConfirming] = useState<"end" | "delete">();
  const { failure, attempt } = useAttempt<"end" | "delete">();
  const { write } = useTicketSetup();
  const params = { id: type.id };

  async function go(way: "end" | "delete") {
    if (confirming !== way) return setConfirming(way);
    await attempt(way, async () => {
      await (way === "end"
        ? write("POST /api/admin/ticket-types/{id}/end", { params })
        : write("DELETE /api/admin/ticket-types/{id}", { params }));
      toast({ title: way === "end" ? `${type.name} sales ended` : `${type.name} deleted` });
      onDone();
    });
  }

  return (
    <section aria-label="End or delete" className="mt-6 grid gap-3 border-t border-line pt-6">
      <Failure text={failure} />
      <div className="flex flex-wrap gap-2">
        {type.status !== "ended" && (
          <Button variant={confirming === "end" ? "danger" : "outline"} onClick={() => void go("end")}>
            {confirming === "end" ? "Confirm and end" : "End sales now"}
          </Button>
        )}
        {!type.hasOrders && (
          <Button variant={confirming === "delete" ? "danger" : "outline"} onClick={() => void go("delete")}>
            {confirming === "delete" ? "Confirm and delete" : "Delete"}
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">
        {type.hasOrders
          ? "This type has orders, so you can't delete it. Sold tickets stay valid."
          : "No one has ordered it yet, so you can delete it."}
      </p>
    </section>
  );
}
