import { useId, useState } from "react";
import type { AnalyticsReport } from "#contract/analytics.ts";
import { formatCount } from "#web/features/admin/figures.tsx";
import { formatCalendarDay } from "#web/lib/dates.ts";

type Day = AnalyticsReport["days"][number];

const height = 200;

/** A round number at or above the highest day, so that the grid lines have readable values. */
export function niceTop(highest: number): number {
  if (highest <= 4) return 4;
  const step = 10 ** Math.floor(Math.log10(highest));
  const top = [1, 2, 4, 5, 8, 10].find((factor) => factor * step >= highest) ?? 10;
  return top * step;
}

/** Page views by day as bars, and as a table for screen readers. */
export function DayChart({ days }: { days: Day[] }) {
  const [at, setAt] = useState<number>();
  const titleId = useId();
  const top = niceTop(Math.max(...days.map((day) => day.pageViews)));
  const shown = at === undefined ? undefined : days[at];
  const middle = Math.floor(days.length / 2);
  return (
    <figure className="grid gap-3">
      <figcaption id={titleId} className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">Page views by day</span>
        <span aria-hidden="true" className="text-sm text-muted tabular-nums">
          {shown
            ? `${formatCalendarDay(shown.day)}: ${formatCount(shown.pageViews)} ${shown.pageViews === 1 ? "view" : "views"}, ${formatCount(shown.sessions)} ${shown.sessions === 1 ? "visitor" : "visitors"}`
            : `${formatCalendarDay(days[0]!.day)} to ${formatCalendarDay(days.at(-1)!.day)}`}
        </span>
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div aria-hidden="true" className="flex flex-col justify-between text-right text-2xs text-muted tabular-nums">
          <span className="-translate-y-1/2">{formatCount(top)}</span>
          <span>{formatCount(top / 2)}</span>
          <span className="translate-y-1/2">0</span>
        </div>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${days.length} ${height}`}
          preserveAspectRatio="none"
          className="h-50 w-full"
          onPointerLeave={() => setAt(undefined)}
          onPointerMove={(e) => {
            const box = e.currentTarget.getBoundingClientRect();
            const index = Math.floor(((e.clientX - box.left) / box.width) * days.length);
            setAt(Math.min(days.length - 1, Math.max(0, index)));
          }}
        >
          {[0, 0.5, 1].map((share) => (
            <line
              key={share}
              x1="0"
              x2={days.length}
              y1={share * height}
              y2={share * height}
              vectorEffect="non-scaling-stroke"
              className="stroke-line"
            />
          ))}
          {days.map((day, index) => {
            const tall = (height * day.pageViews) / top;
            return (
              <rect
                key={day.day}
                x={index + 0.12}
                width={0.76}
                y={height - tall}
                height={tall}
                className={index === at ? "fill-gold-bright" : "fill-gold"}
              />
            );
          })}
        </svg>
        <span />
        <div aria-hidden="true" className="mt-2 flex justify-between text-2xs text-muted tabular-nums">
          <span>{formatCalendarDay(days[0]!.day)}</span>
          {days.length > 6 && <span className="max-xs:hidden">{formatCalendarDay(days[middle]!.day)}</span>}
          <span>{formatCalendarDay(days.at(-1)!.day)}</span>
        </div>
      </div>
      <DayTable days={days} titleId={titleId} />
    </figure>
  );
}

function DayTable({ days, titleId }: { days: Day[]; titleId: string }) {
  return (
    <table aria-labelledby={titleId} className="sr-only">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Page views</th>
          <th scope="col">Visitors</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">{formatCalendarDay(day.day)}</th>
            <td>{day.pageViews}</td>
            <td>{day.sessions}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
