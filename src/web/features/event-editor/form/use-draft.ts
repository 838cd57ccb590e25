import { useCallback, useRef, useState } from "react";
import type { FieldName, NightForm } from "./night-form.ts";

const mostSteps = 100;
/** Changes of one field in quick succession are one step back. */
const stepMs = 1500;

/** What is typed of a night, and the way back through it. */
export function useDraft(initial: NightForm, onType: () => void) {
  const [form, setForm] = useState(initial);
  const [past, setPast] = useState<NightForm[]>([]);
  const latest = useRef(initial);
  const lastStep = useRef({ name: "", at: 0 });

  /** Replaces the form: an answer of the server, a choice between two. */
  const put = useCallback((next: NightForm) => {
    latest.current = next;
    setForm(next);
  }, []);

  function set<Name extends FieldName>(name: Name, value: NightForm[Name]) {
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

  /** The form as it is at this moment, for what goes on longer than one look at it. */
  const read = useCallback(() => latest.current, []);
  return { form, read, put, set, undo: past.length > 0 ? undo : undefined };
}
