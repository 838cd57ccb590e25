import { Field, type FieldProps } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

type NoteFieldProps = Pick<FieldProps, "input" | "error"> & { label?: string; hint?: string };

/** A one-line note for the email to the buyer. */
export function NoteField({
  label = "Note to the buyer",
  hint = "Optional. We include it in their email.",
  ...field
}: NoteFieldProps) {
  return (
    <Field label={label} hint={hint} {...field}>
      <Textarea rows={2} maxLength={600} oneLine />
    </Field>
  );
}

/** The note in a request, if there is one. */
export const noteOf = (note: string) => (note.trim().length >= 3 ? { note: note.trim() } : {});
