import { useQuery } from "@tanstack/react-query";
import type { AttendeeUpdatePreview } from "#contract/event-changes.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Callout } from "#web/ui/callout.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { Choice } from "../choice.tsx";
import { useEventEditor } from "../form/form-context.ts";
import type { HolderQuestion } from "../form/use-event-form.ts";
import { plural } from "../labels.ts";
import { attendeeUpdateQuery } from "../queries.ts";

/** New times or a new venue affect ticket holders: asks whether to notify them before the save. */
export function HoldersDialog() {
  const { question } = useEventEditor();
  return question ? <Asking question={question} /> : null;
}

function Asking({ question }: { question: HolderQuestion }) {
  const { event, answer, dropQuestion } = useEventEditor();
  const { data, error } = useQuery(attendeeUpdateQuery(event.id, question.changes));
  const form = useZodForm({
    defaults: { notify: "mail" as "mail" | "nobody", note: "" },
    submit: async () => {
      const note = message === "" ? {} : { note: message };
      const isSaved = await answer(notify === "nobody" ? { notify } : { notify, ...note });
      const who = data ? plural(data.people, "person is", "people are") : "Ticket holders are";
      if (isSaved && notify === "mail") toast({ title: `Saved. ${who} being emailed.`, tone: "good" });
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
          ? `${plural(data.people, "person has", "people have")} ${plural(data.tickets, "ticket")} for the original times and venue.`
          : "They have tickets for the original times and venue."
      }
      action={
        notify === "nobody"
          ? "Save without emailing"
          : `Save and email ${data ? plural(data.people, "person", "people") : "them"}`
      }
      disabled={!isReady}
      onCancel={dropQuestion}
    >
      <Choice
        legend="Notify them?"
        {...form.bind("notify")}
        choices={[
          { value: "mail", label: "Email ticket holders", hint: "One email each, right away" },
          { value: "nobody", label: "Just a correction", hint: "No email, but your choice is logged" },
        ]}
      />
      {notify === "mail" && (
        <>
          {error && <Callout tone="bad" title={failureText(error)} />}
          {data ? <UpdatePreview update={data} note={message} /> : !error && <Skeleton className="h-48" />}
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
