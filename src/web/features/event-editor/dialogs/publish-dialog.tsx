import { useState } from "react";
import type { EditedEvent } from "#contract/event-editing.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { Choice } from "../choice.tsx";
import { Checklist } from "../checklist.tsx";
import { useEventEditor } from "../form/form-context.ts";
import { gapsOf } from "../gaps-of.ts";

/** Publishes an event: who can see it, and from when. Lists what is missing first. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { event, form, save, adopt } = useEventEditor();
  const gaps = gapsOf(event, form);
  const isReady = gaps.every(({ weight }) => weight !== "needed");
  const [visibility, setVisibility] = useState<"published" | "unlisted">(event.publishAs ?? "published");
  const [publishAt, setPublishAt] = useState(event.publishAt);
  const [isLater, setLater] = useState(event.publishAt !== null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function send(body: object, done: string) {
    setBusy(true);
    setRefusal(undefined);
    try {
      if (!(await save())) return setRefusal("Fix the errors in the form first.");
      adopt(await callJson<EditedEvent>("POST", `/api/admin/events/${event.id}/visibility`, { body }));
      toast({ title: done, tone: "good" });
      onClose();
    } catch (error) {
      setRefusal(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  const later = isLater ? publishAt : null;

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Publish"
      description={isReady ? form.title : "Add what's required before you publish."}
    >
      <div className="grid gap-5">
        {gaps.length > 0 && <Checklist gaps={gaps} onGo={onClose} />}
        <Choice
          legend="Who can see it"
          value={visibility}
          onChange={setVisibility}
          choices={[
            { value: "published", label: "Everyone", hint: "On the site, in search and in feeds" },
            { value: "unlisted", label: "Anyone with the link", hint: "Not listed anywhere, but on sale" },
          ]}
        />
        <Choice
          legend="Publish date"
          value={isLater ? "later" : "now"}
          onChange={(value) => setLater(value === "later")}
          choices={[
            { value: "now", label: "Now" },
            { value: "later", label: "Schedule", hint: "Publishes automatically" },
          ]}
        />
        {isLater && (
          <Field label="Goes live" hint={`Event time zone: ${form.timeZone.replaceAll("_", " ")}`}>
            <ZonedTimeInput value={publishAt} timeZone={form.timeZone} onChange={setPublishAt} canBeEmpty />
          </Field>
        )}
        {refusal && <Callout tone="bad" title={refusal} />}
        <div className="flex flex-wrap justify-end gap-2">
          {event.publishAt !== null && (
            <Button variant="danger" onClick={() => void send({ visibility: "draft" }, "Back to draft")}>
              Cancel schedule
            </Button>
          )}
          <Button
            loading={isBusy}
            disabled={!isReady || (isLater && publishAt === null)}
            onClick={() =>
              void send({ visibility, ...(later ? { publishAt: later } : {}) }, later ? "Scheduled" : "Published")
            }
          >
            {isLater ? "Schedule" : "Publish now"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
