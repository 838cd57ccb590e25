import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useRef, useState } from "react";
import type { EditedEvent, EventChanges, AttendeeUpdateChoice } from "#contract/event-editing.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { callJson, CallError } from "#web/lib/call.ts";
import { useTurns } from "#web/lib/use-turns.ts";
import { toast } from "#web/ui/toast.ts";
import { editedEventPath } from "../queries.ts";
import { fieldErrorsFromServer, findFieldErrors, type FieldErrors } from "./field-errors.ts";
import {
  changedFields,
  changesOf,
  type FieldName,
  mergeForms,
  type Merge,
  type EventForm,
  type TextName,
  toForm,
} from "./event-form.ts";
import { useDraft } from "./use-draft.ts";

/** Someone else saved in the meantime, and both people changed the same fields. */
export type Conflict = Merge & { mine: EventForm; theirs: EventForm; event: EditedEvent };

/** A save that waits until staff decide whether to notify ticket holders. */
export type HolderQuestion = { changes: EventChanges; from: Origin };

/** The state that a save started from: the server's data and its version. */
type Origin = { base: EventForm; version: number };

/** Questions that staff must answer before a save can go on. */
function useQuestions() {
  const [conflict, setConflict] = useState<Conflict>();
  const [question, setQuestion] = useState<HolderQuestion>();
  return {
    conflict,
    setConflict,
    dropConflict: () => setConflict(undefined),
    question,
    setQuestion,
    dropQuestion: () => setQuestion(undefined),
  };
}

/** The server's data, and the state that the next save starts from. The ref knows it before the next render. */
function useSaved(initial: EditedEvent) {
  const [event, setEvent] = useState(initial);
  const [base, setBase] = useState(() => toForm(initial));
  const origin = useRef<Origin>({ base, version: initial.version });

  function start(from: EditedEvent, at: EventForm): Origin {
    setEvent(from);
    setBase(at);
    origin.current = { base: at, version: from.version };
    return origin.current;
  }
  return { event, base, origin, start };
}

/** An event's form: the typed values, the saved values, their errors and undo. */
export function useEventForm(initial: EditedEvent) {
  const queryClient = useQueryClient();
  const { event, base, origin, start } = useSaved(initial);
  const [isSaving, setSaving] = useState(false);
  const [serverFieldErrors, setServerFieldErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const { setConflict, setQuestion, ...asked } = useQuestions();
  // Two saves at once would start from the same version, and the second would conflict with the first.
  const inTurn = useTurns();
  const { form, read, put, set, undo } = useDraft(base, () => setServerFieldErrors({}));

  /** Adopts the server's data and keeps what was typed since the request was sent. */
  function settle(saved: EditedEvent, sent: EventForm) {
    const merged = { ...toForm(saved), descriptionHtml: sent.descriptionHtml };
    const typed = new Set(changedFields(sent, read()));
    start(saved, merged);
    put({ ...read(), ...pick(merged, (name) => !typed.has(name) && !isList(name)) });
    refresh(queryClient, saved);
  }

  /** @returns true once everything is saved */
  async function save(from: Origin = origin.current, attendeeUpdate?: AttendeeUpdateChoice): Promise<boolean> {
    const sending = read();
    if (changedFields(from.base, sending).length === 0) return true;
    if (Object.keys(findFieldErrors(from.base, sending)).length > 0) return false;
    setSaving(true);
    setFailure(undefined);
    setQuestion(undefined);
    const changes = changesOf(from.base, sending);
    try {
      const body = { version: from.version, changes, ...(attendeeUpdate ? { attendeeUpdate } : {}) };
      settle(await callJson<EditedEvent>("PATCH", editedEventPath(event.id), { body }), sending);
      return true;
    } catch (error) {
      const answer = error instanceof CallError ? error.answer : {};
      if (answer.code === "edited_meanwhile") return await mergeLatest(from.base);
      if (answer.errors) setServerFieldErrors(fieldErrorsFromServer(answer.errors));
      if (answer.code === "attendee_update_required") setQuestion({ changes, from });
      else setFailure(failureText(error));
      return false;
    } finally {
      setSaving(false);
    }
  }

  /** Two people saved from the same version: merges separate changes and asks about the rest. */
  async function mergeLatest(from: EventForm): Promise<boolean> {
    const latest = await callJson<EditedEvent>("GET", editedEventPath(event.id));
    const theirs = toForm(latest);
    const merge = mergeForms(from, read(), theirs);
    if (merge.conflicts.length > 0) {
      setConflict({ ...merge, mine: read(), theirs, event: latest });
      return false;
    }
    put(merge.form);
    toast({ title: `${latest.updatedBy ?? "Someone"} also saved changes`, description: "We merged them with yours." });
    return save(start(latest, theirs));
  }

  /** Saves with the choices made in an edit conflict. */
  function resolve(chosen: EventForm): Promise<boolean> {
    const { conflict } = asked;
    if (conflict === undefined) return Promise.resolve(true);
    setConflict(undefined);
    put(chosen);
    return inTurn(() => save(start(conflict.event, conflict.theirs)));
  }

  const fieldErrors = { ...findFieldErrors(base, form), ...serverFieldErrors };
  return {
    event,
    form,
    set,
    /** For a Field around one native input that holds text. */
    field: (name: TextName) => ({
      error: fieldErrors[name],
      input: { value: form[name], onChange: (e: ChangeEvent<HTMLInputElement>) => set(name, e.target.value as never) },
    }),
    undo,
    isSaving,
    failure,
    ...asked,
    resolve,
    fieldErrors,
    dirty: changedFields(base, form),
    save: () => inTurn(() => save()),
    /** Continues a save once staff decide what ticket holders get. */
    answer: (attendeeUpdate: AttendeeUpdateChoice) => inTurn(() => save(asked.question?.from, attendeeUpdate)),
    /** Adopts an event that another call changed: published, rescheduled or canceled. */
    adopt: (changed: EditedEvent) => settle(changed, base),
  };
}

export type EventFormState = ReturnType<typeof useEventForm>;

/** A save skips unfinished rows, but the form keeps them. */
const isList = (name: FieldName) => name === "lineup" || name === "policies";

function pick(form: EventForm, fits: (name: FieldName) => boolean): Partial<EventForm> {
  return Object.fromEntries(Object.entries(form).filter(([name]) => fits(name as FieldName)));
}

/** Refetches other queries that show this event. */
function refresh(queryClient: QueryClient, saved: EditedEvent) {
  queryClient.setQueryData([editedEventPath(saved.id)], saved);
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => /^\/api\/admin\/(events\?|audit)|^\/api\/events/.test(String(path)),
  });
}
