import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type FormEvent, useRef } from "react";
import type { DoorEvent } from "#contract/door/door.ts";
import { whenIdle } from "#web/ui/lazy-part.tsx";
import { DoorMode } from "./door-mode.tsx";
import { wasConfirmed, wasOpen, writeConfirmed, writeOpen, longestGate, readGate, writeGate } from "./door-storage.ts";
import type { Outcome } from "./verdict-labels.ts";
import { doorEventsQuery } from "./queries.ts";
import { LateConflicts } from "./late-parts.tsx";
import { openReader } from "./reading/reader.ts";
import { DoorOpen, Volume2 } from "lucide-react";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, Input, SelectField } from "#web/ui/field.tsx";
import { doorDay, doorOptions, isOffNow } from "./door-events.ts";
import { EventScans } from "./scan-history.tsx";
import { signal, wakeSound } from "./signals.ts";
import { Dialog } from "#web/ui/dialog.tsx";

const dayMs = 86_400_000;

type OffNowProps = {
  event: DoorEvent;
  off: "ahead" | "over";
  now: number;
  onStart: () => void;
  onClose: () => void;
};

/** Asks once whether staff really mean an event that is days ahead or over: every guest of tonight would be refused. */
function OffNowQuestion({ event, off, now, onStart, onClose }: OffNowProps) {
  const { title, startsAt, endsAt, timeZone } = event;
  const moment = (at: string) => `${formatDay(at, timeZone)}, ${formatTime(at, timeZone)}`;
  const days = Math.max(1, Math.round((Date.parse(startsAt) - now) / dayMs));
  const text =
    off === "over"
      ? `It ended on ${moment(endsAt)}.`
      : `It's on ${moment(startsAt)}, in ${days} ${days === 1 ? "day" : "days"}.`;
  return (
    <Dialog
      onClose={onClose}
      title={off === "over" ? "This event is over" : "This event isn't today"}
      description={`${title}: ${text} Tickets for other events won't work here.`}
    >
      <div className="flex flex-wrap gap-3">
        <Button onClick={onStart}>Scan for it anyway</Button>
        <Button variant="outline" onClick={onClose}>
          Choose another event
        </Button>
      </div>
    </Dialog>
  );
}

const maxScans = 20;

const wipeStored = async () => (await import("./snapshot/sync.ts")).wipeStale();

type DoorProps = {
  /** In display order. */
  events: DoorEvent[];
  event: DoorEvent;
  now: number;
  onEventChange: (id: number) => void;
};

/**
 * An event's check-in: the setup (event, gate, and a test sound to check the phone's volume) or the scanner. The recent
 * scans stay when the scanner is closed and opened again.
 */
export function Door({ events, event, now, onEventChange }: DoorProps) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [scans, setScans] = useState<Record<number, Outcome[]>>({});
  const gate = useRef<HTMLInputElement>(null);
  const [ready, setReady] = useState(false);
  const [off, setOff] = useState<"ahead" | "over">();

  useEffect(() => {
    // The field keeps its own value, so text typed before scripts load is not lost.
    if (gate.current && gate.current.value === "") gate.current.value = readGate();
    setReady(true);
    // A reload during check-in continues in the scanner.
    setOpen(wasOpen());
  }, []);
  // Loads the code reader before the crowd shares the Wi-Fi. A failure shows when scanning starts.
  useEffect(() => whenIdle(() => void openReader().catch(() => undefined)), []);

  // Tickets that this phone stored for a day without a network don't stay longer.
  useEffect(() => whenIdle(() => void wipeStored().catch(() => undefined)), []);

  function setMode(next: boolean) {
    writeOpen(next);
    setOpen(next);
    if (!next) void queryClient.invalidateQueries(doorEventsQuery());
  }

  function start(e: FormEvent) {
    e.preventDefault();
    writeGate(gate.current?.value ?? "");
    wakeSound();
    const offNow = wasConfirmed(event.id) ? undefined : isOffNow(event, now);
    setOff(offNow);
    if (offNow === undefined) setMode(true);
  }

  const change = (update: (scans: Outcome[]) => Outcome[]) =>
    setScans((old) => ({ ...old, [event.id]: update(old[event.id] ?? []) }));

  return (
    <>
      <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-2">
        <div className="pinstripe grid gap-4 rounded-md border border-line bg-panel p-6 sm:p-8">
          <p className="eyebrow text-gilt">{doorDay(event, now)}</p>
          <p className="display text-display-md wrap-anywhere">{event.title}</p>
          <p className="text-muted">
            {event.venueName} · {formatDay(event.startsAt, event.timeZone)},{" "}
            {formatTime(event.startsAt, event.timeZone)}
          </p>
          <p className="font-display text-4xl leading-none font-extrabold tabular-nums">
            {event.admittedCount} <span className="text-2xl text-muted">/ {event.ticketCount} checked in</span>
          </p>
        </div>
        <form className="grid gap-5" onSubmit={start}>
          <SelectField
            label="Event"
            value={event.id}
            onChange={(e) => onEventChange(Number(e.target.value))}
            options={doorOptions(events, now)}
          />
          <Field label="Gate" hint="If a ticket is scanned twice, other gates see this name. Saved on this device.">
            <Input ref={gate} maxLength={longestGate} placeholder="Main door" autoComplete="off" />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" size="lg" className="flex-1" disabled={!ready}>
              <DoorOpen className="size-6" />
              Start scanning
            </Button>
            <Button
              variant="outline"
              size="lg"
              onClick={() => {
                wakeSound();
                setTimeout(() => signal("go", false), 100);
              }}
            >
              <Volume2 className="size-5" />
              Test sound
            </Button>
          </div>
          <p className="text-sm text-muted">
            Your browser asks for camera access once. A handheld scanner works too, whatever key it presses after a
            code.
          </p>
        </form>
      </div>
      {!open && (
        <>
          <LateConflicts key={`conflicts ${event.id}`} eventId={event.id} />
          <EventScans key={event.id} eventId={event.id} />
        </>
      )}
      {off && (
        <OffNowQuestion
          event={event}
          off={off}
          now={now}
          onClose={() => setOff(undefined)}
          onStart={() => {
            writeConfirmed(event.id);
            setOff(undefined);
            setMode(true);
          }}
        />
      )}
      {open && (
        <DoorMode
          key={event.id}
          event={event}
          scans={scans[event.id] ?? []}
          onScan={(scan) => change((old) => [scan, ...old].slice(0, maxScans))}
          onUndone={({ ticketId, admittedAt }) =>
            change((old) =>
              old.map((scan) =>
                scan.ticket?.id === ticketId && scan.firstAdmittedAt === admittedAt ? { ...scan, undone: true } : scan,
              ),
            )
          }
          onClose={() => setMode(false)}
        />
      )}
    </>
  );
}
