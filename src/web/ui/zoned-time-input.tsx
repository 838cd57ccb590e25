import { Radio } from "./radio.tsx";
import { type ComponentProps, useEffect, useState } from "react";
import { formatDay, formatLongDate } from "#web/lib/dates.ts";
import { instantAt, instantsAt, toLocalTime } from "#web/lib/zoned-time.ts";
import { useFieldProps } from "./field.tsx";
import { Input } from "./input.tsx";

export type ZonedTimeInputProps = Omit<ComponentProps<"input">, "value" | "onChange" | "type"> & {
  /** UTC instant; null while nothing is set. */
  value: string | null;
  /** The zone in which it is typed and shown: never the browser's own. */
  timeZone: string;
  onChange: (instant: string | null) => void;
  /** True where it may be left empty. */
  canBeEmpty?: boolean;
};

/**
 * A date and a time on the clock of one zone. It says which instant that is; a time that a change of the clocks skips
 * becomes the next one there is, and of one that comes twice both can be chosen.
 */
export function ZonedTimeInput({ value, timeZone, onChange, canBeEmpty = false, ...rest }: ZonedTimeInputProps) {
  const shown = value === null ? "" : toLocalTime(value, timeZone);
  const [text, setText] = useState(shown);
  const [skipped, setSkipped] = useState<string>();
  useEffect(() => setText(shown), [shown]);
  const describedBy = useFieldProps()["aria-describedby"];

  function type(local: string) {
    setText(local);
    setSkipped(undefined);
    if (local === "") {
      if (canBeEmpty) onChange(null);
      return;
    }
    const found = instantsAt(local, timeZone);
    if (found.length === 0 && instantAt(local, timeZone) !== undefined) setSkipped(local);
    const next = found[0] ?? instantAt(local, timeZone);
    if (next !== undefined) onChange(next);
  }

  const both = shown === "" ? [] : instantsAt(shown, timeZone);
  return (
    <div className="grid min-w-0 gap-1.5">
      <Input
        {...rest}
        {...(describedBy ? { "aria-describedby": describedBy } : {})}
        type="datetime-local"
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setText(shown)}
      />
      {value !== null && both.length < 2 && (
        <p className="text-sm text-muted tabular-nums">
          {formatDay(value, timeZone).split(",")[0]}, {formatLongDate(value, timeZone)}
        </p>
      )}
      {skipped && (
        <p role="alert" className="text-sm font-medium text-mango">
          {skipped.slice(11)} does not exist that night: the clocks go forward. It became {shown.slice(11)}.
        </p>
      )}
      {both.length > 1 && (
        <fieldset className="grid gap-1 rounded-sm border border-mango/50 bg-mango-wash px-3 py-2">
          <legend className="text-sm font-medium text-mango">The clocks go back: this time comes twice</legend>
          {both.map((instant, index) => (
            <label key={instant} className="flex min-h-9 items-center gap-2.5 text-sm">
              <Radio name={`${shown}-${timeZone}`} checked={instant === value} onChange={() => onChange(instant)} />
              {index === 0 ? "The first" : "The second"}: {formatLongDate(instant, timeZone)}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
