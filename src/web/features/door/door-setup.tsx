import { DoorOpen, Volume2 } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { DoorEvent } from "#contract/door.ts";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { longestGate, readGate, writeGate } from "./door-storage.ts";
import { isTonight } from "./nights.ts";
import { signal, wakeSound } from "./signals.ts";

export type DoorSetupProps = {
  /** In the order in which they are offered. */
  nights: DoorEvent[];
  night: DoorEvent;
  now: number;
  onNight: (id: number) => void;
  onOpen: () => void;
};

/** Before the doors open: which night, which gate, and a tone to hear that the phone is loud enough. */
export function DoorSetup({ nights, night, now, onNight, onOpen }: DoorSetupProps) {
  const gate = useRef<HTMLInputElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    // Nothing that was typed before the script arrived is lost: the field keeps its own value.
    if (gate.current && gate.current.value === "") gate.current.value = readGate();
    setReady(true);
  }, []);

  function open(event: FormEvent) {
    event.preventDefault();
    writeGate(gate.current?.value ?? "");
    wakeSound();
    onOpen();
  }

  return (
    <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-2">
      <NightCard night={night} now={now} />
      <form className="grid gap-5" onSubmit={open}>
        <Field label="Night">
          <Select value={night.id} onChange={(event) => onNight(Number(event.target.value))}>
            {nights.map((each) => (
              <option key={each.id} value={each.id}>
                {`${isTonight(each, now) ? "Tonight" : formatDay(each.startsAt, each.timeZone)} · ${each.title}`}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Gate" hint="Other doors see it when a ticket comes a second time. Kept on this phone.">
          <Input ref={gate} maxLength={longestGate} placeholder="Main door" autoComplete="off" />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="lg" className="flex-1" disabled={!ready}>
            <DoorOpen aria-hidden="true" className="size-6" />
            Open the door
          </Button>
          <Button
            variant="outline"
            size="lg"
            onClick={() => {
              wakeSound();
              setTimeout(() => signal("go", false), 100);
            }}
          >
            <Volume2 aria-hidden="true" className="size-5" />
            Test sound
          </Button>
        </div>
        <p className="text-sm text-muted">
          The browser asks for the camera once. A hand scanner works too: it types the code and Enter.
        </p>
      </form>
    </div>
  );
}

function NightCard({ night, now }: { night: DoorEvent; now: number }) {
  return (
    <div className="pinstripe grid gap-4 rounded-md border border-line bg-panel p-6 sm:p-8">
      <p className="eyebrow text-gilt">
        {isTonight(night, now) ? "Tonight" : formatDay(night.startsAt, night.timeZone)}
      </p>
      <p className="display text-display-md wrap-anywhere">{night.title}</p>
      <p className="text-muted">
        {night.venueName} · {formatDay(night.startsAt, night.timeZone)}, {formatTime(night.startsAt, night.timeZone)}
      </p>
      <p className="font-display text-4xl leading-none font-extrabold tabular-nums">
        {night.admittedCount} <span className="text-2xl text-muted">/ {night.ticketCount} admitted</span>
      </p>
    </div>
  );
}
