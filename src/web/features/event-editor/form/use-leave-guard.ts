import { useCallback, useEffect } from "react";
import { useBlocker, type BlockerFunction } from "react-router";

/** Asks before navigation that would lose unsaved changes. Switching between the event's tabs does not count. */
export function useLeaveGuard(isDirty: boolean, id: number) {
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

export type LeaveGuard = ReturnType<typeof useLeaveGuard>;
