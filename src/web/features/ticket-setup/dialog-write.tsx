import { type ReactNode, useState } from "react";
import { failureText } from "#web/features/admin/failure-text.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { useSetupWrite } from "./queries.ts";

type Way = { method: "POST" | "PUT" | "DELETE"; path: string; body?: object };

/** One write of a dialog: its errors, by field or as a whole, and whether it is in progress. */
export function useDialogWrite(eventId: number, onDone: () => void, onEditConflict?: () => Promise<void>) {
  const write = useSetupWrite(eventId);
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  async function send({ method, path, body }: Way) {
    setSaving(true);
    setFailure(undefined);
    try {
      await write(method, path, body);
      onDone();
    } catch (error) {
      const isEditConflict = error instanceof CallError && error.answer.code === "edited_meanwhile";
      if (isEditConflict && onEditConflict) return await onEditConflict();
      const serverErrors = error instanceof CallError ? (error.answer.errors ?? []) : [];
      setFieldErrors(Object.fromEntries(serverErrors.map(({ path: field, message }) => [field ?? "", message])));
      if (serverErrors.length === 0) setFailure(failureText(error));
    } finally {
      setSaving(false);
    }
  }
  return { send, fieldErrors, setFieldErrors, failure, isSaving };
}

/** The end of a ticket setup dialog: the overall error and the buttons. */
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
      {failure && <Callout tone="bad" title={failure} />}
      <div className="flex flex-wrap justify-end gap-3">
        {children}
        <Button type="submit" loading={isSaving}>
          Save
        </Button>
      </div>
    </>
  );
}
