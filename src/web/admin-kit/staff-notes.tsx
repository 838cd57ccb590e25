import { useRef } from "react";
import * as z from "zod/mini";
import type { OrderNote } from "#contract/admin/order.ts";
import { NoteText } from "#contract/form-fields.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, Textarea } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { type AdminWrite, failureText, useAdminWrite, usePress } from "./use-admin-write.ts";
import { Moment } from "./moment.tsx";

type StaffNotesProps = {
  /** Names the list. */
  label: string;
  notes: OrderNote[];
  /** True for a reader who may not add or delete notes. */
  isReadOnly?: boolean;
  /** Saves a note; the same key saves it once. */
  add: (write: AdminWrite, text: string, key: string) => Promise<unknown>;
  remove: (write: AdminWrite, noteId: number) => Promise<unknown>;
};

/** What staff tell each other about an order or a customer: a form and the notes, the latest first. */
export function StaffNotes({ label, notes, isReadOnly = false, add, remove }: StaffNotesProps) {
  return (
    <>
      {isReadOnly ? (
        notes.length === 0 && <p className="p-4 text-sm text-muted">No notes yet.</p>
      ) : (
        <NoteForm add={add} />
      )}
      {notes.length > 0 && (
        <ul aria-label={label} className="border-t border-line">
          {notes.map((note) => (
            <NoteRow key={note.id} note={note} isReadOnly={isReadOnly} remove={remove} />
          ))}
        </ul>
      )}
    </>
  );
}

const noteForm = z.object({ text: NoteText });

function NoteForm({ add }: Pick<StaffNotesProps, "add">) {
  const write = useAdminWrite();
  const attempt = useRef<{ text: string; key: string }>(undefined);
  const form = useZodForm({
    schema: noteForm,
    defaults: { text: "" },
    failureText,
    failureAt: () => "text",
    submit: async (body) => {
      // Different text is a different note.
      if (attempt.current?.text !== body.text) attempt.current = { text: body.text, key: crypto.randomUUID() };
      await add(write, body.text, attempt.current.key);
      attempt.current = undefined;
    },
    onSent: () => {
      form.reset();
    },
  });

  return (
    <form {...form.props} className="grid gap-3 p-4">
      <Field label="New note" hint="Only staff can see it. It's saved with your name." {...form.field("text")}>
        <Textarea rows={2} maxLength={1000} oneLine />
      </Field>
      <Button type="submit" variant="outline" size="sm" loading={form.isBusy} className="justify-self-start">
        Add note
      </Button>
    </form>
  );
}

type NoteRowProps = { note: OrderNote; isReadOnly: boolean } & Pick<StaffNotesProps, "remove">;

function NoteRow({ note, isReadOnly, remove }: NoteRowProps) {
  const press = usePress("We couldn't delete the note", (write) => remove(write, note.id));
  return (
    <li className="grid gap-1 border-b border-line px-4 py-3 last:border-b-0">
      {note.deleted ? (
        <del className="text-sm text-muted wrap-anywhere">{note.text}</del>
      ) : (
        <p className="text-sm wrap-anywhere">{note.text}</p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <span>
          {note.by}, <Moment at={note.at} relative />
          {note.deleted && ` · deleted by ${note.deleted.by}`}
        </span>
        {!note.deleted && !isReadOnly && (
          <Button variant="quiet" size="sm" aria-label={`Delete note: ${note.text.slice(0, 60)}`} {...press}>
            Delete
          </Button>
        )}
      </div>
    </li>
  );
}
