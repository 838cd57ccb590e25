import { useCallback, useEffect, useState } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useEventEditor } from "../form/form-context.ts";

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
