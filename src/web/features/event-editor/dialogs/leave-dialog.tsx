import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import type { LeaveGuard } from "../form/use-leave-guard.ts";

/** Blocks leaving with unsaved changes: save them, discard them or stay. */
export function LeaveDialog({ guard, onSave }: { guard: LeaveGuard; onSave: () => Promise<boolean> }) {
  const [isBusy, setBusy] = useState(false);
  if (guard.state !== "blocked") return null;

  async function saveAndLeave() {
    setBusy(true);
    const isSaved = await onSave();
    setBusy(false);
    if (isSaved) guard.proceed?.();
    else guard.reset?.();
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && guard.reset?.()}
      title="Leave without saving?"
      description="Some of your changes aren't saved yet."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="danger" onClick={() => guard.proceed?.()}>
          Discard
        </Button>
        <Button variant="outline" onClick={() => guard.reset?.()}>
          Stay
        </Button>
        <Button loading={isBusy} onClick={() => void saveAndLeave()}>
          Save and leave
        </Button>
      </div>
    </Dialog>
  );
}
