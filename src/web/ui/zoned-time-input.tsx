import { clsx } from "clsx";
import { Radio } from "./checkbox.tsx";
import { type ComponentProps, useEffect, useState } from "react";
import { formatDay, formatLongDate } from "#web/lib/dates.ts";
import { instantAt, instantsAt, toLocalTime } from "#contract/zoned-time.ts";
import { Input } from "./field.tsx";

type ZonedTimeInputProps = Omit<ComponentProps<"input">, "value" | "onChange" | "type"> & {
  /** UTC instant; null while nothing is set. */
  value: string | null;
  /** The time zone for input and display, never the browser's own. */
  timeZone: string;
  onChange: (instant: string | null) => void;
  /** True if it can be left empty. */
  canBeEmpty?: boolean;
  /** On a phone, the instant isn't repeated in words. */
  isBrief?: boolean;
};

/**
 * A date and time in one time zone. It shows the exact instant. A time that daylight saving skips moves forward to an
 * existing one; for a time that occurs twice, the user can choose either.
 */
export function ZonedTimeInput({
  value,
  timeZone,
  onChange,
  canBeEmpty = false,
  isBrief = false,
  ...rest
}: ZonedTimeInputProps) {
  const shown = value === null ? "" : toLocalTime(value, timeZone);
  const [text, setText] = useState(shown);
  const [skipped, setSkipped] = useState<string>();
  useEffect(() => setText(shown), [shown]);

  function type(local: string) {
    setText(local);
    const next = instantAt(local, timeZone);
    setSkipped(next && instantsAt(local, timeZone).length === 0 ? local : undefined);
    if (next) onChange(next);
    else if (local === "" && canBeEmpty) onChange(null);
  }

  const both = shown === "" ? [] : instantsAt(shown, timeZone);
  return (
    <div className="grid min-w-0 gap-1.5">
      <Input
        {...rest}
        type="datetime-local"
        value={text}
        onChange={(e) => type(e.target.value)}
        onBlur={() => setText(shown)}
      />
      {value !== null && both.length < 2 && (
        <p className={clsx("text-sm text-muted tabular-nums", isBrief && "max-sm:hidden")}>
          {formatDay(value, timeZone).split(",")[0]}, {formatLongDate(value, timeZone)}
        </p>
      )}
      {skipped && (
        <p role="alert" className="text-sm font-medium text-mango">
          The clocks go forward then, so {skipped.slice(11)} doesn't exist. We set it to {shown.slice(11)}.
        </p>
      )}
      {both.length > 1 && (
        <fieldset className="grid gap-1 rounded-sm border border-mango/50 bg-mango-wash px-3 py-2">
          <legend className="text-sm font-medium text-mango">The clocks go back, so this time happens twice</legend>
          {both.map((instant, index) => (
            <label key={instant} className="flex min-h-9 items-center gap-2.5 text-sm">
              <Radio name={`${shown}-${timeZone}`} checked={instant === value} onChange={() => onChange(instant)} />
              {index === 0 ? "First" : "Second"}: {formatLongDate(instant, timeZone)}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
