import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import type { LeaveGuard } from "../form/use-leave-guard.ts";

/** Stands in the way of leaving with something unsaved: save it, let it go, or stay. */
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
      description="Some of what you changed is not saved yet."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="danger" onClick={() => guard.proceed?.()}>
          Let it go
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
