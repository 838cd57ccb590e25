import { Suspense } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const Conflicts = lazyPart(
  "The list of offline scans",
  async () => (await import("./scan-conflicts.tsx")).ScanConflicts,
);

/** The scans that need attention, loaded after the scanner itself. */
export const LateConflicts = ({ eventId }: { eventId: number }) => (
  <Suspense fallback={null}>
    <Conflicts eventId={eventId} />
  </Suspense>
);

const Snapshot = lazyPart(null, async () => (await import("./snapshot/snapshot-line.tsx")).SnapshotLine);

/** The tickets on this phone, loaded after the scanner itself. */
export const LateSnapshot = ({ eventId }: { eventId: number }) => (
  <Suspense fallback={null}>
    <Snapshot eventId={eventId} />
  </Suspense>
);
