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

const maxScans = 20;

export type DoorProps = { events: DoorEvent[]; event: DoorEvent; now: number; onEventChange: (id: number) => void };

/** An event's check-in: setup or scanner. The recent scans stay when the scanner is closed and opened again. */
export function Door({ events, event, now, onEventChange }: DoorProps) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [scans, setScans] = useState<Record<number, Outcome[]>>({});

  // A reload during check-in continues in the scanner.
  useEffect(() => setOpen(wasOpen()), []);
  // Loads the code reader before the crowd shares the Wi-Fi. A failure shows when scanning starts.
  useEffect(() => whenIdle(() => void openReader().catch(() => undefined)), []);

  function turn(next: boolean) {
    writeOpen(next);
    setOpen(next);
    if (!next) void queryClient.invalidateQueries({ queryKey: doorEventsQuery().queryKey });
  }

  return (
    <>
      <DoorSetup events={events} event={event} now={now} onEventChange={onEventChange} onOpen={() => turn(true)} />
      {open && (
        <DoorMode
          key={event.id}
          event={event}
          scans={scans[event.id] ?? []}
          onScan={(scan) =>
            setScans((old) => ({ ...old, [event.id]: [scan, ...(old[event.id] ?? [])].slice(0, maxScans) }))
          }
          onClose={() => turn(false)}
        />
      )}
    </>
  );
}
