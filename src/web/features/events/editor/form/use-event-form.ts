import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useRef, useState, useCallback } from "react";
import type { EditedEvent, AttendeeUpdateChoice } from "#contract/events/editing.ts";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { callApi, refusalOf } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { toast } from "#web/ui/toast.ts";
import { editedEventQuery } from "../queries.ts";
import { changedFields, changesOf, eventFields, findFieldErrors, formPath, mergeForms, toForm } from "./event-form.ts";
import type {
  Conflict,
  EventForm,
  EventFormState,
  FieldErrors,
  FieldName,
  HolderQuestion,
  Saved,
  TextName,
} from "./form-context.tsx";

const maxSteps = 100;
/** Quick changes to one field count as one undo step. */
const stepMs = 1500;

/** The typed values of an event, with undo. */
function useDraft(initial: EventForm, onType: () => void) {
  const [form, setForm] = useState(initial);
  const [past, setPast] = useState<EventForm[]>([]);
  const latest = useRef(initial);
  const lastStep = useRef({ name: "", at: 0 });

  /** Replaces the form, with the server's reply or a resolved conflict. */
  const replace = useCallback((next: EventForm) => {
    latest.current = next;
    setForm(next);
  }, []);

  function set<Name extends FieldName>(name: Name, value: EventForm[Name]) {
    const before = latest.current;
    const at = Date.now();
    const isSameStep = lastStep.current.name === name && at - lastStep.current.at < stepMs;
    lastStep.current = { name, at };
    if (!isSameStep) setPast((steps) => [...steps, before].slice(-maxSteps));
    onType();
    replace({ ...before, [name]: value });
  }

  function undo() {
    const before = past.at(-1);
    if (before === undefined) return;
    setPast(past.slice(0, -1));
    lastStep.current = { name: "", at: 0 };
    replace(before);
  }

  /** The form at this moment, for work that outlives one render. */
  const read = useCallback(() => latest.current, []);
  return { form, read, replace, set, undo: past.length > 0 ? undo : undefined };
}

type Draft = ReturnType<typeof useDraft>;

function useSaved(initial: EditedEvent) {
  const [saved, setSaved] = useState<Saved>(() => ({ event: initial, base: toForm(initial) }));
  // Knows the saved state before the next render.
  const origin = useRef(saved);
  const start = (from: Saved): Saved => {
    setSaved(from);
    return (origin.current = from);
  };
  return { ...saved, origin, start };
}

/** What ties inputs to fields. */
const inputsOf = (form: EventForm, set: Draft["set"], fieldErrors: FieldErrors) => ({
  field: (name: TextName) => ({
    label: eventFields[name].label,
    error: fieldErrors[name],
    input: {
      value: form[name] ?? "",
      onChange: (e: ChangeEvent<HTMLInputElement>) => set(name, e.target.value as never),
    },
  }),
  bind: <Name extends FieldName>(name: Name) => ({
    value: form[name],
    onChange: (value: EventForm[Name]) => set(name, value),
  }),
});

const toFieldError = ({ path = "", message }: { path?: string; message: string }) => [formPath(path), message];

/** An event's form: the typed values, the saved values, their errors and undo. */
export function useEventForm(initial: EditedEvent): EventFormState {
  const queryClient = useQueryClient();
  const { event, base, origin, start } = useSaved(initial);
  const [isSaving, setSaving] = useState(false);
  const [serverFieldErrors, setServerFieldErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();
  const [question, setQuestion] = useState<HolderQuestion>();
  // Two saves at once would start from the same version, and the second would conflict with the first.
  const inTurn = useTurns();
  const { form, read, replace, set, undo } = useDraft(base, () => setServerFieldErrors({}));

  /** Adopts the server's data and keeps what was typed since the request was sent. */
  function settle(saved: EditedEvent, sent: EventForm) {
    const merged = { ...toForm(saved), descriptionHtml: sent.descriptionHtml };
    const now = read();
    const typed = new Set<string>(changedFields(sent, now));
    start({ event: saved, base: merged });
    // A save skips unfinished rows, but the form keeps them.
    const unsaved = Object.entries(now).filter(([name]) => typed.has(name) || name === "lineup" || name === "policies");
    replace({ ...merged, ...Object.fromEntries(unsaved) });
    refresh(queryClient, saved);
  }

  /** @returns true once everything is saved */
  async function save(from: Saved = origin.current, attendeeUpdate?: AttendeeUpdateChoice): Promise<boolean> {
    const sending = read();
    const changes = changesOf(from.base, sending);
    if (Object.keys(changes).length === 0) return true;
    if (Object.keys(findFieldErrors(from.base, sending)).length > 0) return false;
    setSaving(true);
    setFailure(undefined);
    setQuestion(undefined);
    try {
      const body = { version: from.event.version, changes, ...(attendeeUpdate ? { attendeeUpdate } : {}) };
      settle(await callApi("PATCH /api/admin/events/{id}", { params: { id: event.id }, body }), sending);
      return true;
    } catch (error) {
      const refusal = refusalOf("PATCH /api/admin/events/{id}", error);
      if (refusal === "edited_meanwhile") return await mergeLatest(from.base);
      const errors = error instanceof CallError ? error.answer.errors : undefined;
      if (errors) setServerFieldErrors(Object.fromEntries(errors.map(toFieldError)) as FieldErrors);
      if (refusal === "attendee_update_required") setQuestion({ changes, from });
      else setFailure(failureText(error));
      return false;
    } finally {
      setSaving(false);
    }
  }

  /** Two people saved from the same version: merges separate changes and asks about the rest. */
  async function mergeLatest(from: EventForm): Promise<boolean> {
    const latest = await callApi("GET /api/admin/events/{id}", { params: { id: event.id } });
    const theirs = toForm(latest);
    const merge = mergeForms(from, read(), theirs);
    if (merge.conflicts.length > 0) {
      setConflict({ ...merge, mine: read(), theirs, event: latest });
      return false;
    }
    replace(merge.form);
    toast({ title: `${latest.updatedBy ?? "Someone"} also saved changes`, description: "We merged them with yours." });
    return save(start({ event: latest, base: theirs }));
  }

  const fieldErrors = { ...findFieldErrors(base, form), ...serverFieldErrors };
  return {
    event,
    form,
    set,
    ...inputsOf(form, set, fieldErrors),
    undo,
    isSaving,
    failure,
    conflict,
    dropConflict: () => setConflict(undefined),
    resolve: ({ event: latest, theirs }: Conflict, chosen: EventForm) => {
      setConflict(undefined);
      replace(chosen);
      return inTurn(() => save(start({ event: latest, base: theirs })));
    },
    question,
    dropQuestion: () => setQuestion(undefined),
    answer: (attendeeUpdate: AttendeeUpdateChoice) => inTurn(() => save(question?.from, attendeeUpdate)),
    fieldErrors,
    dirty: changedFields(base, form),
    save: () => inTurn(() => save()),
    adopt: (changed: EditedEvent) => settle(changed, base),
  };
}

/** Refetches other queries that show this event. */
function refresh(queryClient: QueryClient, saved: EditedEvent) {
  queryClient.setQueryData(editedEventQuery(saved.id).queryKey, saved);
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => /^\/api\/admin\/(events\?|audit)|^\/api\/events/.test(String(path)),
  });
}

/** Runs async work in order: each task starts when the one before it ends, whether it succeeded or failed. */
export function useTurns() {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.current.then(work);
    last.current = mine.catch(() => undefined);
    return mine;
  };
}
