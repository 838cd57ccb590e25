import { counted } from "#web/admin-kit/figures.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { useQuery } from "@tanstack/react-query";
import type { AttendeeUpdatePreview } from "#contract/attendee-updates.ts";
import { Field, Textarea } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { showSuccess } from "#web/admin-kit/use-admin-write.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { Choice } from "../choice.tsx";
import { CallThem } from "./call-them.tsx";
import { type Conflict, type FieldName, type HolderQuestion, useEventEditor } from "../form/form-context.tsx";
import { attendeeUpdateQuery } from "../queries.ts";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Radio } from "#web/ui/checkbox.tsx";
import { describeField, eventFields, applyTheirs } from "../form/event-form.ts";

/** New times or a new venue affect ticket holders: asks whether to notify them before the save. */
export function HoldersDialog({ question }: { question: HolderQuestion }) {
  const { event, answer, dropQuestion } = useEventEditor();
  const query = useQuery(attendeeUpdateQuery(event.id, question.changes));
  const { data } = query;
  const form = useZodForm({
    defaults: { notify: "mail" as "mail" | "nobody", note: "" },
    submit: async () => {
      const note = message === "" ? {} : { note: message };
      const isSaved = await answer(notify === "nobody" ? { notify } : { notify, ...note });
      const who = data ? counted(data.people, "person is", "people are") : "Ticket holders are";
      if (isSaved && notify === "mail" && data?.people !== 0) showSuccess(`Saved. ${who} being emailed.`);
    },
  });
  const { notify } = form.values;
  const message = form.values.note.trim();
  const isReady = notify === "nobody" || data !== undefined;

  return (
    <FormDialog
      form={form}
      onClose={dropQuestion}
      title="Ticket holders are affected"
      description={
        data
          ? `${counted(data.people + data.withoutEmail.count, "person has", "people have")} ${counted(data.tickets, "ticket")} for the original times and venue.`
          : "They have tickets for the original times and venue."
      }
      action={
        notify === "nobody"
          ? "Save without emailing"
          : data?.people === 0
            ? "Save"
            : `Save and email ${data ? counted(data.people, "person", "people") : "them"}`
      }
      disabled={!isReady}
    >
      <Choice
        legend="Notify them?"
        {...form.bind("notify")}
        choices={[
          { value: "mail", label: "Email ticket holders", hint: "One email each, right away" },
          { value: "nobody", label: "Just a correction", hint: "No email, but your choice is logged" },
        ]}
      />
      {data && <CallThem people={data.withoutEmail} />}
      {notify === "mail" && (
        <>
          <Loaded query={query} className="h-48">
            {(update) => <UpdatePreview update={update} note={message} />}
          </Loaded>
          <Field label="Your note" hint="Optional. For example, why it changed." {...form.field("note")}>
            <Textarea rows={2} maxLength={600} oneLine />
          </Field>
        </>
      )}
    </FormDialog>
  );
}

/** The email as ticket holders will get it. */
function UpdatePreview({ update, note }: { update: AttendeeUpdatePreview; note: string }) {
  const [last, ...others] = update.lines.toReversed();
  return (
    <section aria-label="Email preview" className="grid gap-2 rounded-sm border border-line bg-raised p-4 text-sm">
      <p className="text-muted">
        Subject: <span className="text-ink">{update.subject}</span>
      </p>
      <p className="font-semibold">{update.title}</p>
      {others.toReversed().map((line) => (
        <p key={line}>{line}</p>
      ))}
      {note !== "" && <p className="border-l-2 border-gold pl-3 wrap-anywhere">{note}</p>}
      <p>{last}</p>
    </section>
  );
}

/** Two people changed the same fields: shows both versions of each and saves the chosen ones. */
export function ConflictDialog({ conflict }: { conflict: Conflict }) {
  const { resolve, dropConflict } = useEventEditor();
  const { conflicts, form, mine, theirs, event } = conflict;
  const [theirFields, setTheirFields] = useState<FieldName[]>([]);
  const who = event.updatedBy ?? "Someone else";

  return (
    <Dialog
      onClose={dropConflict}
      title="Edit conflict"
      description={`${who} saved this event while you were editing. Choose which version to keep; we merged the rest.`}
    >
      <div className="grid gap-5">
        {conflicts.map((name) => (
          <fieldset key={name} className="grid gap-2">
            <legend className="mb-1 text-sm font-semibold">{eventFields[name].label}</legend>
            {[false, true].map((isTheirs) => (
              <label
                key={String(isTheirs)}
                htmlFor={`${name}-${isTheirs}`}
                className="flex items-start gap-3 rounded-sm border border-line bg-raised p-3 has-checked:border-gold"
              >
                <Radio
                  id={`${name}-${isTheirs}`}
                  name={name}
                  aria-label={`${eventFields[name].label}: ${isTheirs ? who : "yours"}`}
                  checked={theirFields.includes(name) === isTheirs}
                  onChange={() =>
                    setTheirFields(isTheirs ? [...theirFields, name] : theirFields.filter((each) => each !== name))
                  }
                  className="mt-0.5"
                />
                <span className="grid min-w-0 gap-0.5">
                  <span className="text-sm text-muted">{isTheirs ? who : "Yours"}</span>
                  <span className="line-clamp-4 wrap-anywhere">{describeField(isTheirs ? theirs : mine, name)}</span>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={dropConflict}>
            Cancel
          </Button>
          <Button onClick={() => void resolve(conflict, applyTheirs(form, theirs, theirFields))}>Save</Button>
        </div>
      </div>
    </Dialog>
  );
}
