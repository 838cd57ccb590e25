import type { CallBodyOf } from "#contract/calls.ts";
import { failureText, showSuccess } from "#web/admin-kit/use-admin-write.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { Checklist, useGaps } from "../checklist.tsx";
import { Choice } from "../choice.tsx";
import { useEventEditor } from "../form/form-context.tsx";

type PublishFields = { visibility: "published" | "unlisted"; date: "now" | "later"; publishAt: string | null };

type PublishDialogProps = {
  onClose: () => void;
  /** The event is public now. */
  onPublished: () => void;
};

/** Publishes an event: who can see it, and from when. Lists what is missing first. */
export function PublishDialog({ onClose, onPublished }: PublishDialogProps) {
  const { event, form, save, adopt } = useEventEditor();
  const gaps = useGaps();
  const isReady = gaps.every(({ weight }) => weight !== "needed");
  const fields = useZodForm<PublishFields>({
    defaults: {
      visibility: event.publishAs ?? "published",
      date: event.publishAt === null ? "now" : "later",
      publishAt: event.publishAt,
    },
    failureText,
    submit: ({ visibility, date, publishAt }): Promise<void> =>
      date === "later" ? send({ visibility, publishAt: publishAt! }, "Scheduled") : send({ visibility }, "Published"),
  });
  const isLater = fields.values.date === "later";

  async function send(body: CallBodyOf<"POST /api/admin/events/{id}/visibility">, done: string): Promise<void> {
    if (!(await save())) return fields.setError("root", { message: "Fix the errors in the form first." });
    adopt(await callApi("POST /api/admin/events/{id}/visibility", { params: { id: event.id }, body }));
    onClose();
    if (done === "Published") onPublished();
    else showSuccess(done);
  }

  return (
    <FormDialog
      form={fields}
      onClose={onClose}
      hasCancel={false}
      title="Publish"
      description={isReady ? form.title : "Add what's required before you publish."}
      action={isLater ? "Schedule" : "Publish now"}
      disabled={!isReady || (isLater && fields.values.publishAt === null)}
      buttons={
        event.publishAt !== null && (
          <Button
            variant="danger"
            onClick={() => void fields.attempt(() => send({ visibility: "draft" }, "Back to draft"))}
          >
            Cancel schedule
          </Button>
        )
      }
    >
      {gaps.length > 0 && <Checklist gaps={gaps} onGo={onClose} />}
      <Choice
        legend="Who can see it"
        {...fields.bind("visibility")}
        choices={[
          { value: "published", label: "Everyone", hint: "On the site, in search and in feeds" },
          { value: "unlisted", label: "Anyone with the link", hint: "Not listed anywhere, but on sale" },
        ]}
      />
      <Choice
        legend="Publish date"
        {...fields.bind("date")}
        choices={[
          { value: "now", label: "Now" },
          { value: "later", label: "Schedule", hint: "Publishes automatically" },
        ]}
      />
      {isLater && (
        <Field label="Goes live" hint={`Event time zone: ${form.timeZone.replaceAll("_", " ")}`}>
          <ZonedTimeInput timeZone={form.timeZone} canBeEmpty {...fields.bind("publishAt")} />
        </Field>
      )}
    </FormDialog>
  );
}
