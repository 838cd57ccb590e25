import { useState } from "react";
import { newUuid } from "#web/lib/new-uuid.ts";
import { CallError } from "#web/lib/call.ts";
import { type FieldProps, TextareaField } from "#web/ui/field.tsx";

/** A one-line note for the email to the buyer. */
export function NoteField({
  label = "Note to the buyer",
  hint = "Optional. We include it in their email.",
  ...field
}: Pick<FieldProps, "input" | "error"> & { label?: string; hint?: string }) {
  return <TextareaField label={label} hint={hint} {...field} rows={2} maxLength={600} oneLine />;
}

/** The note in a request, if there is one. */
export const toNote = (note: string) => (note.trim().length >= 3 ? { note: note.trim() } : {});

/** Sends a request with its idempotency key: pressing twice, or again after a lost response, counts once. */
export function useIdempotentSend() {
  const [key, setKey] = useState(newUuid);
  return async <Reply,>(send: (key: string) => Promise<Reply>): Promise<Reply> => {
    try {
      const reply = await send(key);
      setKey(newUuid());
      return reply;
    } catch (failure) {
      // A change after a refusal is a new request; a retry after a lost response is the same one.
      if (failure instanceof CallError) setKey(newUuid());
      throw failure;
    }
  };
}
