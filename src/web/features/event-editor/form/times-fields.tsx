import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { moveClock, moveStart, type Times } from "./times.ts";

export type TimesFieldsProps = {
  value: Times;
  fieldErrors?: Record<string, string | undefined>;
  onChange: (times: Times) => void;
  /** False where the zone is fixed, because the event already exists. */
  withZone?: boolean;
};

/** Start, doors and end in the event's zone. Moving the start moves the other two with it. */
export function TimesFields({ value: times, fieldErrors = {}, onChange, withZone = true }: TimesFieldsProps) {
  const { startsAt, doorsAt, endsAt, timeZone } = times;
  return (
    <div className="@container">
      <div className="grid items-start gap-5 @lg:grid-cols-2">
        <Field anchor="event-startsAt" label="Starts" error={fieldErrors.startsAt} required>
          <ZonedTimeInput
            value={startsAt}
            timeZone={timeZone}
            onChange={(instant) => instant && onChange(moveStart(times, instant))}
          />
        </Field>
        <Field label="Ends" error={fieldErrors.endsAt} required>
          <ZonedTimeInput
            value={endsAt}
            timeZone={timeZone}
            onChange={(instant) => instant && onChange({ ...times, endsAt: instant })}
          />
        </Field>
        <Field label="Doors" hint="Leave blank if doors open at the start" error={fieldErrors.doorsAt}>
          <ZonedTimeInput
            value={doorsAt}
            timeZone={timeZone}
            canBeEmpty
            onChange={(instant) => onChange({ ...times, doorsAt: instant })}
          />
        </Field>
        {withZone && (
          <Field label="Time zone" hint="The venue's time zone. All times use it." error={fieldErrors.timeZone}>
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
function ZoneSelect({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const isKnown = near.includes(value) || others().includes(value);
  const optionsOf = (zones: string[]) =>
    zones.map((zone) => (
      <option key={zone} value={zone}>
        {zone.replaceAll("_", " ")}
      </option>
    ));
  return (
    <Select value={value} onChange={(e) => onChange(e.target.value)}>
      {!isKnown && optionsOf([value])}
      <optgroup label="Common">{optionsOf(near)}</optgroup>
      <optgroup label="Other">{optionsOf(others())}</optgroup>
    </Select>
  );
}
