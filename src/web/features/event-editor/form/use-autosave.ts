import { useEffect, useEffectEvent } from "react";
import type { EventFormState } from "./use-event-form.ts";

/** A draft saves itself after this long without typing. A public event changes only when someone presses Save. */
const restMs = 1800;

export function useAutosave(state: EventFormState) {
  const { event, form, dirty, fieldErrors, isSaving, conflict, question } = state;
  const isDraft = event.visibility === "draft" && event.publishAt === null;
  const canSave =
    isDraft && dirty.length > 0 && Object.keys(fieldErrors).length === 0 && !isSaving && !conflict && !question;
  const save = useEffectEvent(() => void state.save());
  useEffect(() => {
    if (!canSave) return;
    const timer = setTimeout(() => save(), restMs);
    return () => clearTimeout(timer);
  }, [canSave, form]);
}
