import { Field } from "#web/ui/field.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { moveClock, moveStart } from "./new-times.ts";
import { ZoneSelect } from "./zone-select.tsx";

/** When an event takes place: UTC instants, and the zone that shows them. */
export type Times = { startsAt: string; doorsAt: string | null; endsAt: string; timeZone: string };

export type TimesFieldsProps = {
  times: Times;
  fieldErrors: Record<string, string | undefined>;
  onChange: (change: Partial<Times>) => void;
  /** False where the zone is fixed, because the event already exists. */
  withZone?: boolean;
};

/** Start, doors and end in the event's zone. Moving the start moves the other two with it. */
export function TimesFields({ times, fieldErrors, onChange, withZone = true }: TimesFieldsProps) {
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
            onChange={(instant) => instant && onChange({ endsAt: instant })}
          />
        </Field>
        <Field label="Doors" hint="Leave blank if doors open at the start" error={fieldErrors.doorsAt}>
          <ZonedTimeInput
            value={doorsAt}
            timeZone={timeZone}
            canBeEmpty
            onChange={(instant) => onChange({ doorsAt: instant })}
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
