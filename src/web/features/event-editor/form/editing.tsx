import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { type BlockerFunction, useBlocker, useLocation } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useEventEditor } from "./form-context.tsx";
import type { EventFormState } from "./use-event-form.ts";

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

/** Blocks leaving with unsaved changes: save them, discard them or stay. */
export function LeaveDialog() {
  const { event, dirty, save } = useEventEditor();
  const guard = useLeaveGuard(dirty.length > 0, event.id);
  const [isBusy, setBusy] = useState(false);
  if (guard.state !== "blocked") return null;
  const { proceed, reset } = guard;

  async function saveAndLeave() {
    setBusy(true);
    const isSaved = await save();
    setBusy(false);
    if (isSaved) proceed();
    else reset();
  }

  return (
    <Dialog onClose={reset} title="Leave without saving?" description="Some of your changes aren't saved yet.">
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="danger" onClick={proceed}>
          Discard
        </Button>
        <Button variant="outline" onClick={reset}>
          Stay
        </Button>
        <Button loading={isBusy} onClick={() => void saveAndLeave()}>
          Save and leave
        </Button>
      </div>
    </Dialog>
  );
}

/** Asks before navigation that would lose unsaved changes. Switching between the event's tabs does not count. */
function useLeaveGuard(isDirty: boolean, id: number) {
  const shouldBlock = useCallback<BlockerFunction>(
    ({ nextLocation }) => {
      const next = new URLSearchParams(nextLocation.search);
      const stays =
        nextLocation.pathname === "/admin" && next.get("section") === "events" && next.get("id") === String(id);
      return isDirty && !stays;
    },
    [id, isDirty],
  );
  useEffect(() => {
    if (!isDirty) return;
    const warn = (e: BeforeUnloadEvent) => e.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
  return useBlocker(shouldBlock);
}
