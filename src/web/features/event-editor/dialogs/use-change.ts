import { useState } from "react";
import type { EditedEvent } from "#contract/event-editing.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { toast } from "#web/ui/toast.ts";
import { useNight } from "../form/form-context.ts";

/** Sends a change that holders are told of; what is not saved yet is saved first. */
export function useChange(what: "cancel" | "postpone", done: string, onDone: () => void) {
  const { night, save, adopt } = useNight();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function send(body: { note: string; newTimes?: object; moneyBackUntil?: string }) {
    setBusy(true);
    setRefusal(undefined);
    try {
      if (!(await save())) return setRefusal("What you changed in the form is not saved yet: save it first.");
      const { version } = await callJson<EditedEvent>("GET", `/api/admin/events/${night.id}`);
      adopt(
        await callJson<EditedEvent>("POST", `/api/admin/events/${night.id}/${what}`, { body: { version, ...body } }),
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
