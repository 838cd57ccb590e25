import { Smartphone, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { callApi } from "#web/lib/api.ts";
import { pause } from "../scanner.ts";
import { prepareStorage, type StorageSpace } from "./storage.ts";
import { openStore, readState, type SnapshotState } from "./store.ts";
import { readFresh, syncSnapshot } from "./sync.ts";
import { describeSnapshot, type SnapshotStatus } from "./snapshot-text.ts";

const everyMs = 30_000;
const clockMs = 5_000;

/**
 * Stores an event's tickets on this phone while its scanner is open, and says how many and how old: "1,842 tickets on this
 * phone, synced 40 sec ago".
 */
export function SnapshotLine({ eventId }: { eventId: number }) {
  const status = useSnapshot(eventId);
  const now = useClock();
  const { text, isBad } = describeSnapshot(status, now);
  const Icon = isBad ? TriangleAlert : Smartphone;
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Icon aria-hidden="true" className={isBad ? "mt-0.5 size-4 shrink-0 text-mango" : "mt-0.5 size-4 shrink-0"} />
      {text}
    </p>
  );
}

function useClock(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), clockMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function useSnapshot(eventId: number): SnapshotStatus {
  const [status, setStatus] = useState<SnapshotStatus>({ step: "loading" });
  useEffect(() => {
    const gone = new AbortController();
    const show = (next: SnapshotStatus) => !gone.signal.aborted && setStatus(next);
    void syncRepeatedly(eventId, show, gone.signal);
    return () => gone.abort();
  }, [eventId]);
  return status;
}

/** Syncs again and again, until the scanner is closed. */
async function syncRepeatedly(
  eventId: number,
  show: (status: SnapshotStatus) => void,
  signal: AbortSignal,
): Promise<void> {
  // A page without https has neither.
  if (typeof indexedDB === "undefined" || crypto.subtle === undefined) return show({ step: "unable" });
  let db: IDBDatabase | undefined;
  let space: StorageSpace = { isPersistent: true, isFull: false };
  while (!signal.aborted) {
    try {
      if (db === undefined) {
        space = await prepareStorage();
        db = await openStore();
        showState(await readFresh(db, eventId, Date.now()), space, show);
      }
      const ask = (query: { since?: string; after?: string }) =>
        callApi("GET /api/door/events/{id}/snapshot", { params: { id: eventId }, query, signal });
      showState(await syncSnapshot(db, eventId, ask), space, show);
    } catch (error) {
      if (error instanceof DOMException && error.name === "QuotaExceededError") show({ step: "full" });
      else {
        // Deleted by a sign-out in another tab, for example: the next turn opens it again.
        if (error instanceof DOMException) db = undefined;
        // Or no network before the first whole download, access ended, a day without contact.
        if (db === undefined || (await readState(db, eventId))?.cursor === undefined) show({ step: "failed" });
      }
    }
    await pause(everyMs, signal);
  }
  db?.close();
}

function showState(
  state: SnapshotState | undefined,
  space: StorageSpace,
  show: (status: SnapshotStatus) => void,
): void {
  if (space.isFull && state?.cursor === undefined) return show({ step: "full" });
  if (state?.cursor === undefined) return show({ step: "loading" });
  show({ step: "ready", ticketCount: state.ticketCount, syncedAt: state.contactAt, isPersistent: space.isPersistent });
}
