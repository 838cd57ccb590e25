import { useEffect, useEffectEvent } from "react";
import { useLocation } from "#web/lib/router.ts";
import type { EventFormState } from "./form-context.tsx";

/** A draft saves itself after this long without typing. A public event changes only when someone presses Save. */
const restMs = 1800;

/** Saves a draft after a rest in typing, and any event on Ctrl+S. */
export function useSaving(state: EventFormState) {
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

  useEffect(() => {
    function onKey(e: KeyboardEvent) {
      if (!(e.ctrlKey || e.metaKey) || e.key.toLowerCase() !== "s") return;
      e.preventDefault();
      save();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

/** Focuses the field that the address names. Renders after the panel, so that the field exists. */
export function FocusField() {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!hash.startsWith("#event-")) return;
    const place = document.getElementById(hash.slice(1));
    const field = place?.querySelector<HTMLElement>("input, textarea, select, button, [contenteditable=true]");
    (field ?? place)?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: "center" });
  }, [hash, key]);
  return null;
}
