import { useCallback, useEffect, useState } from "react";
import { type Location, useBlocker } from "#web/lib/router.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

type LeaveDialogProps = {
  isDirty: boolean;
  /** The record that is edited, as the address names it. Moving within it, such as between its tabs, loses nothing. */
  section: string;
  id: number;
  /** Offers "Save and leave". Resolves with false if it couldn't be saved. */
  save?: () => Promise<boolean>;
};

/** Asks before navigation that would lose unsaved changes: discard them, stay, or save them first. */
export function LeaveDialog({ isDirty, section, id, save }: LeaveDialogProps) {
  const blocked = useLeaveGuard(isDirty, section, id);
  const [isBusy, setBusy] = useState(false);
  if (!blocked) return null;
  const { proceed, reset } = blocked;

  async function saveAndLeave(saveIt: () => Promise<boolean>) {
    setBusy(true);
    const isSaved = await saveIt();
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
        <Button variant={save ? "outline" : "gold"} onClick={reset}>
          Stay
        </Button>
        {save && (
          <Button loading={isBusy} onClick={() => void saveAndLeave(save)}>
            Save and leave
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function useLeaveGuard(isDirty: boolean, section: string, id: number) {
  const shouldBlock = useCallback(
    ({ pathname, search }: Location) => {
      const next = new URLSearchParams(search);
      const stays = pathname === "/admin" && next.get("section") === section && next.get("id") === String(id);
      return isDirty && !stays;
    },
    [section, id, isDirty],
  );
  useEffect(() => {
    if (!isDirty) return;
    const warn = (e: BeforeUnloadEvent) => e.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
  return useBlocker(shouldBlock);
}
