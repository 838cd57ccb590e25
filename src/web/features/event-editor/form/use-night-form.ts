import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { EditedEvent, EventChanges, HolderNotice } from "#contract/event-editing.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { callJson, CallError } from "#web/lib/call.ts";
import { useTurns } from "#web/lib/use-turns.ts";
import { toast } from "#web/ui/toast.ts";
import { editedEventPath } from "../queries.ts";
import { faultsFromServer, findFaults, type Faults } from "./faults.ts";
import {
  changedFields,
  changesOf,
  type FieldName,
  mergeForms,
  type Merge,
  type NightForm,
  toForm,
} from "./night-form.ts";
import { useDraft } from "./use-draft.ts";

/** Somebody else saved meanwhile, and both changed the same fields. */
export type Conflict = Merge & { mine: NightForm; theirs: NightForm; night: EditedEvent };

/** A save that waits for a word on whether those who hold tickets are told of it. */
export type HolderQuestion = { changes: EventChanges; from: Origin };

/** The state that a save began with: what the server had, and its number. */
type Origin = { base: NightForm; version: number };

/** What a save waits for: a word of whoever sits at the form. */
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

/** What the server has, and where the next save begins: that is known before the page has drawn it. */
function useKept(initial: EditedEvent) {
  const [night, setNight] = useState(initial);
  const [base, setBase] = useState(() => toForm(initial));
  const origin = useRef<Origin>({ base, version: initial.version });

  function start(from: EditedEvent, at: NightForm): Origin {
    setNight(from);
    setBase(at);
    origin.current = { base: at, version: from.version };
    return origin.current;
  }
  return { night, base, origin, start };
}

/** A night's form: what is typed, what is kept, what is wrong with it, and the way back. */
export function useNightForm(initial: EditedEvent) {
  const queryClient = useQueryClient();
  const { night, base, origin, start } = useKept(initial);
  const [isSaving, setSaving] = useState(false);
  const [serverFaults, setServerFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string>();
  const { setConflict, setQuestion, ...asked } = useQuestions();
  // Two saves under way would begin from the same state, and the second would meet the first as somebody else's.
  const inTurn = useTurns();
  const { form, read, put, set, undo } = useDraft(base, () => setServerFaults({}));

  /** Takes on what the server has; what was typed since it was sent stays. */
  function settle(saved: EditedEvent, sent: NightForm) {
    const kept = { ...toForm(saved), descriptionHtml: sent.descriptionHtml };
    const typed = new Set(changedFields(sent, read()));
    start(saved, kept);
    put({ ...read(), ...pick(kept, (name) => !typed.has(name) && !isList(name)) });
    refresh(queryClient, saved);
  }

  /** @returns true once all of it is kept */
  async function save(from: Origin = origin.current, holders?: HolderNotice): Promise<boolean> {
    const sending = read();
    if (changedFields(from.base, sending).length === 0) return true;
    if (Object.keys(findFaults(from.base, sending)).length > 0) return false;
    setSaving(true);
    setFailure(undefined);
    setQuestion(undefined);
    const changes = changesOf(from.base, sending);
    try {
      const body = { version: from.version, changes, ...(holders ? { holders } : {}) };
      settle(await callJson<EditedEvent>("PATCH", editedEventPath(night.id), { body }), sending);
      return true;
    } catch (error) {
      const answer = error instanceof CallError ? error.answer : {};
      if (answer.code === "edited_meanwhile") return await meet(from.base);
      if (answer.errors) setServerFaults(faultsFromServer(answer.errors));
      if (answer.code === "holders_to_tell") setQuestion({ changes, from });
      else setFailure(failureText(error));
      return false;
    } finally {
      setSaving(false);
    }
  }

  /** Two saved from the same beginning: what they changed apart is put together, the rest is asked. */
  async function meet(from: NightForm): Promise<boolean> {
    const latest = await callJson<EditedEvent>("GET", editedEventPath(night.id));
    const theirs = toForm(latest);
    const merge = mergeForms(from, read(), theirs);
    if (merge.conflicts.length > 0) {
      setConflict({ ...merge, mine: read(), theirs, night: latest });
      return false;
    }
    put(merge.form);
    toast({ title: `${latest.updatedBy ?? "Somebody"} saved meanwhile`, description: "Both changes are in." });
    return save(start(latest, theirs));
  }

  /** Goes on with what was chosen of a conflict. */
  function resolve(chosen: NightForm): Promise<boolean> {
    const { conflict } = asked;
    if (conflict === undefined) return Promise.resolve(true);
    setConflict(undefined);
    put(chosen);
    return inTurn(() => save(start(conflict.night, conflict.theirs)));
  }

  return {
    night,
    form,
    set,
    undo,
    isSaving,
    failure,
    ...asked,
    resolve,
    faults: { ...findFaults(base, form), ...serverFaults },
    dirty: changedFields(base, form),
    save: () => inTurn(() => save()),
    /** Goes on with a save now that it is said what holders hear. */
    answer: (holders: HolderNotice) => inTurn(() => save(asked.question?.from, holders)),
    /** Takes on a night that another call has changed: published, moved, called off. */
    adopt: (changed: EditedEvent) => settle(changed, base),
  };
}

export type NightFormState = ReturnType<typeof useNightForm>;

/** Rows that are being filled in are not taken away by a save that left them out. */
const isList = (name: FieldName) => name === "lineup" || name === "policies";

function pick(form: NightForm, fits: (name: FieldName) => boolean): Partial<NightForm> {
  return Object.fromEntries(Object.entries(form).filter(([name]) => fits(name as FieldName)));
}

/** What shows this night elsewhere is read anew. */
function refresh(queryClient: QueryClient, saved: EditedEvent) {
  queryClient.setQueryData([editedEventPath(saved.id)], saved);
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => /^\/api\/admin\/(events\?|audit)|^\/api\/events/.test(String(path)),
  });
}
