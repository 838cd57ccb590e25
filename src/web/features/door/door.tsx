import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { DoorEvent } from "#contract/door.ts";
import { whenIdle } from "#web/ui/when-idle.ts";
import { DoorMode } from "./door-mode.tsx";
import { DoorSetup } from "./door-setup.tsx";
import { wasOpen, writeOpen } from "./door-storage.ts";
import type { Outcome } from "./outcome.ts";
import { doorEventsQuery } from "./queries.ts";
import { openReader } from "./reading/reader.ts";

const keptScans = 20;

export type DoorProps = { nights: DoorEvent[]; night: DoorEvent; now: number; onNight: (id: number) => void };

/** A night's door, closed or open. The scans of this visit stay when it is closed and opened again. */
export function Door({ nights, night, now, onNight }: DoorProps) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [scans, setScans] = useState<Record<number, Outcome[]>>({});

  // A reload in the middle of the queue goes on where it was.
  useEffect(() => setOpen(wasOpen()), []);
  // The code reader is fetched before the crowd shares the Wi-Fi. A failure shows when the door opens.
  useEffect(() => whenIdle(() => void openReader().catch(() => undefined)), []);

  function turn(next: boolean) {
    writeOpen(next);
    setOpen(next);
    if (!next) void queryClient.invalidateQueries({ queryKey: doorEventsQuery().queryKey });
  }

  return (
    <>
      <DoorSetup nights={nights} night={night} now={now} onNight={onNight} onOpen={() => turn(true)} />
      {open && (
        <DoorMode
          key={night.id}
          night={night}
          scans={scans[night.id] ?? []}
          onScan={(scan) =>
            setScans((old) => ({ ...old, [night.id]: [scan, ...(old[night.id] ?? [])].slice(0, keptScans) }))
          }
          onClose={() => turn(false)}
        />
      )}
    </>
  );
}
