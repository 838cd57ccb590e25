import { clsx } from "clsx";
import { useNow } from "#web/lib/use-now.ts";
import { toLocalTime } from "#web/lib/zoned-time.ts";
import { DayAxis, ValueAxis } from "./axis.tsx";
import { Area, Bars, type DayPoint } from "./marks.tsx";
import { axisFormat, dayNames, dayScale, percent, valueScale } from "./scales.ts";
import { useReadout } from "./use-readout.ts";

export type DayChartProps = {
  /** What it shows, for people who can't see it: "Revenue by day". */
  label: string;
  /** Consecutive days, oldest first. */
  points: DayPoint[];
  /** The values are cents of this currency; without it, counts. */
  currency?: string;
  /** The days' time zone. The chart names it, and shows in it that today isn't over. */
  timeZone: string;
};

/** With more days than this, a bar is thinner than a line. */
const mostBars = 200;

/**
 * Values by day: bars, or a line for many days. The server renders all of it; positions are in percent, so it fits any
 * width without scripts. The pointer and the arrow keys read out single days.
 */
export function DayChart({ label, points, currency, timeZone }: DayChartProps) {
  const { index, byKeys, events } = useReadout(points.length);
  const days = points.map(({ day }) => day);
  const x = dayScale(days);
  const y = valueScale(
    points.map(({ value }) => value),
    currency,
  );
  const dayName = dayNames(days);
  const ticks = y.ticks(4);
  const period = days.filter((_day, place) => place === 0 || place === days.length - 1).map(dayName);
  const isLastOpen = days.at(-1) === toLocalTime(new Date(useNow()).toISOString(), timeZone).slice(0, 10);
  const isBars = points.length <= mostBars;
  const Marks = isBars ? Bars : Area;
  const shown = index === undefined ? undefined : points[index];
  return (
    <div className="@container grid gap-4">
      <Readout day={shown ? dayName(shown.day) : period.join(" to ")} text={shown?.text} />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <ValueAxis labels={ticks.map(axisFormat(currency))} />
        <div
          role="application"
          aria-label={`${label}, chart. Use the arrow keys to read each day.`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes the arrow keys itself
          tabIndex={0}
          className="h-48 [touch-action:pan-y]"
          {...events}
        >
          <svg aria-hidden="true" overflow="visible" className="block size-full">
            {shown && <Slot x={x} day={shown.day} />}
            {ticks.map((tick) => (
              <line
                key={tick}
                x2="100%"
                y1={percent(y(tick))}
                y2={percent(y(tick))}
                className={tick === 0 ? "stroke-edge" : "stroke-line"}
              />
            ))}
            <Marks points={points} x={x} y={y} isLastOpen={isLastOpen} />
            {shown && !isBars && (
              <circle
                cx={percent(x(shown.day)! + x.bandwidth() / 2)}
                cy={percent(y(shown.value))}
                r="4"
                className="fill-ink"
              />
            )}
          </svg>
        </div>
        <DayAxis days={days} x={x} />
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <TodayKey isBars={isBars} isOn={isLastOpen} />
        <p>Time zone: {timeZone.replaceAll("_", " ")}</p>
      </div>
      <p role="status" className="sr-only">
        {byKeys && shown && `${dayName(shown.day)}: ${shown.text}`}
      </p>
    </div>
  );
}

/** The day that is read out, or the days that the chart shows. Keeps its height on every width. */
function Readout({ day, text }: { day: string; text: string | undefined }) {
  return (
    <p
      aria-hidden="true"
      className="flex min-h-10 flex-wrap content-end justify-between gap-x-4 text-sm text-muted tabular-nums @lg:min-h-5"
    >
      <span>{day}</span>
      <span className="font-semibold text-ink">{text}</span>
    </p>
  );
}

/** Marks the day that is read out over the whole height. */
function Slot({ x, day }: { x: ReturnType<typeof dayScale>; day: string }) {
  const gap = x.step() - x.bandwidth();
  return (
    <rect
      x={percent(x(day)! - gap / 2)}
      width={percent(x.step())}
      height="100%"
      fillOpacity="0.15"
      className="fill-ink"
    />
  );
}

/** What the mark of a day that isn't over means. Holds its space if there is none. */
function TodayKey({ isBars, isOn }: { isBars: boolean; isOn: boolean }) {
  return (
    <p aria-hidden="true" className={clsx("flex items-start gap-2", !isOn && "invisible")}>
      <svg width="16" height="20">
        {isBars ? (
          <rect x="0.5" y="4.5" width="11" height="11" fillOpacity="0.25" className="fill-chart stroke-chart" />
        ) : (
          <path d="M0 10h16" strokeWidth="1.5" strokeDasharray="3 3" className="stroke-chart" />
        )}
      </svg>
      Today so far
    </p>
  );
}
