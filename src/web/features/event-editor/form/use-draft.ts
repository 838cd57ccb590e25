import { useCallback, useRef, useState } from "react";
import type { EventForm, FieldName } from "./form-context.ts";

const mostSteps = 100;
/** Quick changes to one field count as one undo step. */
const stepMs = 1500;

/** The typed values of an event, with undo. */
export function useDraft(initial: EventForm, onType: () => void) {
  const [form, setForm] = useState(initial);
  const [past, setPast] = useState<EventForm[]>([]);
  const latest = useRef(initial);
  const lastStep = useRef({ name: "", at: 0 });

  /** Replaces the form, with the server's reply or a resolved conflict. */
  const put = useCallback((next: EventForm) => {
    latest.current = next;
    setForm(next);
  }, []);

  function set<Name extends FieldName>(name: Name, value: EventForm[Name]) {
    const before = latest.current;
    const at = Date.now();
    const isSameStep = lastStep.current.name === name && at - lastStep.current.at < stepMs;
    lastStep.current = { name, at };
    if (!isSameStep) setPast((steps) => [...steps, before].slice(-mostSteps));
    onType();
    put({ ...before, [name]: value });
  }

  function undo() {
    const before = past.at(-1);
    if (before === undefined) return;
    setPast(past.slice(0, -1));
    lastStep.current = { name: "", at: 0 };
    put(before);
  }

  /** The form at this moment, for work that outlives one render. */
  const read = useCallback(() => latest.current, []);
  return { form, read, put, set, undo: past.length > 0 ? undo : undefined };
}

export type Draft = ReturnType<typeof useDraft>;
