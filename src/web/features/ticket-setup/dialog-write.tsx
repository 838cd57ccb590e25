import { type ReactNode, useState } from "react";
import { failureText } from "#web/features/desk/failure-text.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useSetupWrite } from "./queries.ts";

type Way = { method: "POST" | "PUT" | "DELETE"; path: string; body?: object };

/** One write of a dialog: what it was refused for, field by field or as a whole, and whether it is on its way. */
export function useDialogWrite(eventId: number, onDone: () => void, onMet?: () => Promise<void>) {
  const write = useSetupWrite(eventId);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  async function send({ method, path, body }: Way) {
    setSaving(true);
    setFailure(undefined);
    try {
      await write(method, path, body);
      onDone();
    } catch (error) {
      const isMet = error instanceof CallError && error.answer.code === "edited_meanwhile";
      if (isMet && onMet) return await onMet();
      const told = error instanceof CallError ? (error.answer.errors ?? []) : [];
      setFaults(Object.fromEntries(told.map(({ path: field, message }) => [field ?? "", message])));
      if (told.length === 0) setFailure(failureText(error));
    } finally {
      setSaving(false);
    }
  }
  return { send, faults, setFaults, failure, isSaving };
}

/** How a dialog of the ticket setup ends: what went wrong as a whole, and its buttons. */
export function DialogEnd({
  failure,
  isSaving,
  children,
}: {
  failure: string | undefined;
  isSaving: boolean;
  children: ReactNode;
}) {
  return (
    <>
      {failure && <Notice tone="bad" title={failure} />}
      <div className="flex flex-wrap justify-end gap-3">
        {children}
        <Button type="submit" loading={isSaving}>
          Save
        </Button>
      </div>
    </>
  );
}
