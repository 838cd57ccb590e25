import { useEffect, useEffectEvent } from "react";
import type { NightFormState } from "./use-night-form.ts";

/** A draft keeps itself once nobody has typed for this long. What is public changes only when somebody says so. */
const restMs = 1800;

export function useAutosave(state: NightFormState) {
  const { night, form, dirty, faults, isSaving, conflict, question } = state;
  const isDraft = night.visibility === "draft" && night.publishAt === null;
  const canSave =
    isDraft && dirty.length > 0 && Object.keys(faults).length === 0 && !isSaving && !conflict && !question;
  const save = useEffectEvent(() => void state.save());
  useEffect(() => {
    if (!canSave) return;
    const timer = setTimeout(() => save(), restMs);
    return () => clearTimeout(timer);
  }, [canSave, form]);
}
