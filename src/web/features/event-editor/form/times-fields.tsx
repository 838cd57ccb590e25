import { Field, type FieldProps } from "#web/ui/field.tsx";
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
  const { timeZone } = times;
  const time = (name: "startsAt" | "endsAt" | "doorsAt", field: Omit<FieldProps, "children">) => (
    <Field {...field} error={fieldErrors[name]}>
      <ZonedTimeInput
        value={times[name]}
        timeZone={timeZone}
        canBeEmpty={!field.required}
        onChange={(instant) => {
          if (name === "startsAt" && instant) onChange(moveStart(times, instant));
          else if (name === "doorsAt" || instant) onChange({ ...times, [name]: instant });
        }}
      />
    </Field>
  );
  return (
    <div className="@container">
      <div className="grid items-start gap-5 @lg:grid-cols-2">
        {time("startsAt", { anchor: "event-startsAt", label: "Starts", required: true })}
        {time("endsAt", { label: "Ends", required: true })}
        {time("doorsAt", { label: "Doors", hint: "Leave blank if doors open at the start" })}
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
