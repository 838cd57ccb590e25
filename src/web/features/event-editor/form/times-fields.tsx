import { Field } from "#web/ui/field.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import type { Faults } from "./faults.ts";
import { moveClock, moveStart } from "./new-times.ts";
import { ZoneSelect } from "./zone-select.tsx";

/** When a night is: UTC instants, and the zone whose clock shows them. */
export type Times = { startsAt: string; doorsAt: string | null; endsAt: string; timeZone: string };

export type TimesFieldsProps = {
  times: Times;
  faults: Faults;
  onChange: (change: Partial<Times>) => void;
  /** False where the zone is fixed: the night exists already. */
  withZone?: boolean;
};

/** Start, doors and end on the clock of the night. Moving the start takes the other two along. */
export function TimesFields({ times, faults, onChange, withZone = true }: TimesFieldsProps) {
  const { startsAt, doorsAt, endsAt, timeZone } = times;
  return (
    <div className="@container">
      <div className="grid items-start gap-5 @lg:grid-cols-2">
        <Field anchor="night-startsAt" label="Starts" error={faults.startsAt} required>
          <ZonedTimeInput
            value={startsAt}
            timeZone={timeZone}
            onChange={(instant) => instant && onChange(moveStart(times, instant))}
          />
        </Field>
        <Field label="Ends" error={faults.endsAt} required>
          <ZonedTimeInput
            value={endsAt}
            timeZone={timeZone}
            onChange={(instant) => instant && onChange({ endsAt: instant })}
          />
        </Field>
        <Field label="Doors" hint="Empty where they open with the start" error={faults.doorsAt}>
          <ZonedTimeInput
            value={doorsAt}
            timeZone={timeZone}
            canBeEmpty
            onChange={(instant) => onChange({ doorsAt: instant })}
          />
        </Field>
        {withZone && (
          <Field label="Time zone" hint="Of the place. All times are on its clock." error={faults.timeZone}>
            <ZoneSelect value={timeZone} onChange={(zone) => onChange(moveClock(times, zone))} />
          </Field>
        )}
      </div>
    </div>
  );
}
