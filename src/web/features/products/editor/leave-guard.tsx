import { useCallback, useEffect } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

/** Asks before navigation that would lose unsaved changes to a product. */
export function LeaveGuard({ isDirty, id }: { isDirty: boolean; id: number }) {
  const shouldBlock = useCallback<BlockerFunction>(
    ({ nextLocation }) => {
      const next = new URLSearchParams(nextLocation.search);
      const stays =
        nextLocation.pathname === "/admin" && next.get("section") === "products" && next.get("id") === String(id);
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
  const { state, proceed, reset } = useBlocker(shouldBlock);
  if (state !== "blocked") return null;
  return (
    <Dialog onClose={reset} title="Leave without saving?" description="Some of your changes aren't saved yet.">
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="danger" onClick={proceed}>
          Discard
        </Button>
        <Button onClick={reset}>Stay</Button>
      </div>
    </Dialog>
  );
}
