import { formatLongDate } from "#web/lib/dates.ts";
import { siteTimeZone } from "#web/lib/days.ts";
import { partsOf } from "./use-opening.ts";

/** When a drop opens, and how long that is from now. */
export function Countdown({ startsAt, secondsLeft }: { startsAt: string; secondsLeft: number | undefined }) {
  return (
    <div className="rounded-lg border border-gold bg-panel p-5">
      <p className="eyebrow text-gilt">Drops</p>
      <p className="mt-1 text-lg font-semibold">
        <time dateTime={startsAt}>{formatLongDate(startsAt, siteTimeZone)}</time>
      </p>
      {/* Always there, so that nothing moves when the first number comes. A clock that speaks each second helps nobody. */}
      <p role="timer" aria-live="off" className="mt-4 flex min-h-16 items-end gap-5">
        {secondsLeft === 0 ? (
          <span className="display text-display-md">Opening now …</span>
        ) : (
          secondsLeft !== undefined &&
          partsOf(secondsLeft).map(({ value, unit }) => (
            <span key={unit} className="grid">
              <span className="display text-display-md tabular-nums">{String(value).padStart(2, "0")}</span>
              <span className="eyebrow text-muted">{unit}</span>
            </span>
          ))
        )}
      </p>
    </div>
  );
}
