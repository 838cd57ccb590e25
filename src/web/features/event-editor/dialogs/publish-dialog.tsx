import { useState } from "react";
import type { EditedEvent } from "#contract/event-editing.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { Choice } from "../choice.tsx";
import { Checklist } from "../checklist.tsx";
import { useNight } from "../form/form-context.ts";
import { gapsOf } from "../gaps-of.ts";

/** Shows a night: to whom, and from when on. What is missing stands first. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { night, form, save, adopt } = useNight();
  const gaps = gapsOf(night, form);
  const isReady = gaps.every(({ weight }) => weight !== "needed");
  const [visibility, setVisibility] = useState<"published" | "unlisted">(night.publishAs ?? "published");
  const [publishAt, setPublishAt] = useState(night.publishAt);
  const [isLater, setLater] = useState(night.publishAt !== null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function send(body: object, done: string) {
    setBusy(true);
    setRefusal(undefined);
    try {
      if (!(await save())) return setRefusal("Put right first what is marked in the form.");
      adopt(await callJson<EditedEvent>("POST", `/api/admin/events/${night.id}/visibility`, { body }));
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
      description={isReady ? form.title : "Something is missing before this can be shown."}
    >
      <div className="grid gap-5">
        {gaps.length > 0 && <Checklist gaps={gaps} onGo={onClose} />}
        <Choice
          legend="Who finds it"
          value={visibility}
          onChange={setVisibility}
          choices={[
            { value: "published", label: "Everybody", hint: "On the site, in searches and feeds" },
            { value: "unlisted", label: "Whoever has the link", hint: "Nowhere listed, on sale all the same" },
          ]}
        />
        <Choice
          legend="From when on"
          value={isLater ? "later" : "now"}
          onChange={(value) => setLater(value === "later")}
          choices={[
            { value: "now", label: "Now" },
            { value: "later", label: "At an hour", hint: "It shows itself, to the second" },
          ]}
        />
        {isLater && (
          <Field label="Shows itself" hint={`On the clock of the night: ${form.timeZone.replaceAll("_", " ")}`}>
            <ZonedTimeInput value={publishAt} timeZone={form.timeZone} onChange={setPublishAt} canBeEmpty />
          </Field>
        )}
        {refusal && <Notice tone="bad" title={refusal} />}
        <div className="flex flex-wrap justify-end gap-2">
          {night.publishAt !== null && (
            <Button variant="danger" onClick={() => void send({ visibility: "draft" }, "Back to a draft")}>
              Give up the hour
            </Button>
          )}
          <Button
            loading={isBusy}
            disabled={!isReady || (isLater && publishAt === null)}
            onClick={() =>
              void send(
                { visibility, ...(later ? { publishAt: later } : {}) },
                later ? "It will show itself" : "Published",
              )
            }
          >
            {isLater ? "Set the hour" : "Publish now"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
