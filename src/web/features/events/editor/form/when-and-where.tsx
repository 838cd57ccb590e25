import { clsx } from "clsx";
import { Options, Field, type FieldProps, Select } from "#web/ui/field.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { moveClock, moveStart, type Times } from "./times.ts";
import { ArrowUpRight, MapPin } from "lucide-react";
import { useState } from "react";
import type { VenueChoice } from "#contract/events/editing.ts";
import { mapAddress } from "#web/features/events/event-hero.tsx";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";

const VenueDialog = lazyDialog("The venue list", async () => (await import("../dialogs/venue-dialog.tsx")).VenueDialog);

type VenueFieldProps = {
  value: VenueChoice | undefined;
  error?: string | undefined;
  onChange: (venue: VenueChoice) => void;
};

/** The event's venue: the current one, a link to its map, and a button to choose another. */
export function VenueField({ value: venue, error, onChange }: VenueFieldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div role="group" aria-label="Venue" id="event-venue" tabIndex={-1} className="grid gap-1.5">
      <p className="text-sm font-semibold">Venue</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm border border-edge bg-raised px-3.5 py-2.5">
        <MapPin className="size-5 shrink-0 text-gilt" strokeWidth={1.75} />
        {venue ? (
          <span className="grid min-w-0 grow">
            <span className="font-semibold">{venue.name}</span>
            <span className="text-sm text-muted">
              {[venue.address, venue.city, venue.region].filter(Boolean).join(", ")} ·{" "}
              <a
                href={mapAddress({ venue })}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex items-center gap-0.5 underline underline-offset-3 hover:text-ink"
              >
                Map <ArrowUpRight className="size-3.5" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            </span>
          </span>
        ) : (
          <span className="grow text-muted">No venue</span>
        )}
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          {venue ? "Change" : "Choose"}
          <span className="sr-only"> venue</span>
        </Button>
      </div>
      {error && (
        <p role="alert" className="text-sm font-medium text-hibiscus">
          {error}
        </p>
      )}
      {isOpen && (
        <VenueDialog
          current={venue}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            onChange(chosen);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}

type TimesFieldsProps = {
  value: Times;
  fieldErrors?: Record<string, string | undefined>;
  onChange: (times: Times) => void;
  /** False where the zone is fixed, because the event already exists. */
  withZone?: boolean;
  /** On a phone, without explanations: the whole form fits the screen. */
  isBrief?: boolean;
};

const doorsHint = "Leave blank if doors open at the start";

/** Start, doors and end in the event's zone. Moving the start moves the other two with it. */
export function TimesFields({
  value: times,
  fieldErrors = {},
  onChange,
  withZone = true,
  isBrief = false,
}: TimesFieldsProps) {
  const { timeZone } = times;
  const time = (name: "startsAt" | "endsAt" | "doorsAt", field: Omit<FieldProps, "children">) => (
    <Field {...field} error={fieldErrors[name]}>
      <ZonedTimeInput
        value={times[name]}
        timeZone={timeZone}
        canBeEmpty={!field.required}
        isBrief={isBrief}
        onChange={(instant) => {
          if (name === "startsAt" && instant) onChange(moveStart(times, instant));
          else if (name === "doorsAt" || instant) onChange({ ...times, [name]: instant });
        }}
      />
    </Field>
  );
  return (
    <div className="@container">
      <div className={clsx("grid items-start gap-5 @lg:grid-cols-2", isBrief && "max-sm:gap-3.5")}>
        {time("startsAt", { anchor: "event-startsAt", label: "Starts", required: true })}
        {time("endsAt", { label: "Ends", required: true })}
        {time("doorsAt", isBrief ? { label: "Doors (optional)" } : { label: "Doors", hint: doorsHint })}
        {withZone && (
          <Field
            label={isBrief ? "Time zone of the venue" : "Time zone"}
            hint={isBrief ? undefined : "The venue's time zone. All times use it."}
            error={fieldErrors.timeZone}
          >
            <ZoneSelect value={timeZone} onChange={(zone) => onChange(moveClock(times, zone))} />
          </Field>
        )}
      </div>
    </div>
  );
}

/** The zones of most events; every other zone is listed below. */
const near = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Toronto",
  "America/Port_of_Spain",
  "America/Jamaica",
  "America/Barbados",
  "America/Grenada",
  "America/Nassau",
  "Europe/London",
];

let all: string[] | undefined;
const others = () => (all ??= Intl.supportedValuesOf("timeZone").filter((zone) => !near.includes(zone)));

/** Selects a time zone. */
export function ZoneSelect({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const isKnown = near.includes(value) || others().includes(value);
  const optionsOf = (zones: string[]) => <Options of={zones.map((zone) => [zone, zone.replaceAll("_", " ")])} />;
  return (
    <Select value={value} onChange={(e) => onChange(e.target.value)}>
      {!isKnown && optionsOf([value])}
      <optgroup label="Common">{optionsOf(near)}</optgroup>
      <optgroup label="Other">{optionsOf(others())}</optgroup>
    </Select>
  );
}
