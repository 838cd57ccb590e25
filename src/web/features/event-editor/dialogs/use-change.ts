import { useState } from "react";
import type { EditedEvent } from "#contract/event-editing.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { toast } from "#web/ui/toast.ts";
import { useEventEditor } from "../form/form-context.ts";

/** Sends a change that ticket holders hear about; saves unsaved changes first. */
export function useChange(what: "cancel" | "postpone", done: string, onDone: () => void) {
  const { event, save, adopt } = useEventEditor();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function send(body: { note: string; newTimes?: object; refundsUntil?: string }) {
    setBusy(true);
    setRefusal(undefined);
    try {
      if (!(await save())) return setRefusal("Save your other changes first.");
      const { version } = await callJson<EditedEvent>("GET", `/api/admin/events/${event.id}`);
      adopt(
        await callJson<EditedEvent>("POST", `/api/admin/events/${event.id}/${what}`, { body: { version, ...body } }),
      );
      toast({ title: done, tone: "good" });
      onDone();
    } catch (error) {
      setRefusal(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return { send, isBusy, refusal };
}
