import { clsx } from "clsx";
import { useNow } from "#web/lib/use-now.ts";
import { dayOf } from "#web/lib/dates.ts";
import { Area, Bars, Before, type DayPoint, type MarksProps } from "./marks.tsx";
import { Plot } from "./plot.tsx";
import { dayNames, dayScale, percent, valueScale, dayTicks, hourNames, hourTicks } from "./scales.ts";
import { type KeyboardEvent, type PointerEvent, useState } from "react";

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

function targetOf(key: string, from: number | undefined, count: number): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  return (from ?? (step < 0 ? count : -1)) + step;
}

/**
 * The point that is read out. The pointer or a finger picks the one under it; the arrow keys, Page Up and Down, Home and
 * End move between the points. `byKeys` is true if a key picked it: only then it is announced.
 */
export function useReadout(count: number) {
  const [readout, setReadout] = useState<{ index: number; byKeys: boolean }>();
  const clear = () => setReadout(undefined);
  const move = (index: number, byKeys: boolean) =>
    setReadout({ index: Math.min(count - 1, Math.max(0, index)), byKeys });

  function onPointer(e: PointerEvent<HTMLElement>) {
    const { left, width } = e.currentTarget.getBoundingClientRect();
    move(Math.floor(((e.clientX - left) / width) * count), false);
  }

  function onKeyDown(e: KeyboardEvent<HTMLElement>) {
    if (e.metaKey || e.ctrlKey || e.altKey) return;
    const index = targetOf(e.key, readout?.index, count);
    if (index === undefined) return;
    e.preventDefault();
    move(index, true);
  }

  const events = {
    onPointerDown: onPointer,
    onPointerMove: onPointer,
    // A finger that lifts leaves the readout for the eye to follow.
    onPointerLeave: (e: PointerEvent<HTMLElement>) => void (e.pointerType === "mouse" && clear()),
    onBlur: clear,
    onKeyDown,
  };
  return { readout, events };
}

/** As many labels as fit: a few on a phone, more in a wide chart. */
const sets = [
  { most: 5, className: "@4xl:hidden" },
  { most: 15, className: "hidden @4xl:block" },
];

type AxisProps = { x: MarksProps["x"]; ticks: (most: number) => { day: string; label: string }[] };

/** The days or hours under the plot. */
function DayAxis({ x, ticks }: AxisProps) {
  return (
    <svg aria-hidden="true" overflow="visible" className="col-start-2 block h-6 w-full">
      {sets.map(({ most, className }) => (
        <g key={most} className={className}>
          {ticks(most).map(({ day, label }) => (
            <text
              key={day}
              x={percent(x(day)! + x.bandwidth() / 2)}
              y="1.25rem"
              textAnchor="middle"
              fill="currentColor"
              className="text-xs text-muted tabular-nums"
            >
              {label}
            </text>
          ))}
        </g>
      ))}
    </svg>
  );
}

type DayChartProps = {
  /** What it shows, for people who can't see it: "Revenue by day". */
  label: string;
  /** Consecutive days, oldest first. */
  points: DayPoint[];
  /** The values are cents of this currency; without it, counts. */
  currency?: string;
  /** The points are the starts of hours. */
  byHour?: boolean;
  /** What the dashed line is: "Oct 1 to Oct 28". */
  beforeLabel?: string | undefined;
  /** The days' time zone. The chart names it, and shows in it that today isn't over. */
  timeZone: string;
};

/** With more days than this, a bar is thinner than a line. */
const maxBars = 200;

/**
 * Values by day: bars, or a line for many days. The server renders all of it; positions are in percent, so it fits any
 * width without scripts. The pointer and the arrow keys read out single days.
 */
export function DayChart({ label, points, currency, timeZone, byHour = false, beforeLabel }: DayChartProps) {
  const { readout, events } = useReadout(points.length);
  const days = points.map(({ day }) => day);
  const x = dayScale(days);
  const y = valueScale(
    points.flatMap(({ value, before = 0 }) => [value, before]),
    currency,
  );
  const dayName = byHour ? hourNames(timeZone) : dayNames(days);
  const labels = (most: number) => (byHour ? hourTicks(days, most, timeZone) : dayTicks(days, most));
  const period = days.filter((_day, place) => place === 0 || place === days.length - 1).map(dayName);
  const now = useNow();
  const isLastOpen = !byHour && days.at(-1) === dayOf(now, timeZone);
  const isBars = points.length <= maxBars;
  const Marks = isBars ? Bars : Area;
  const shown = readout && points[readout.index];
  return (
    <div className="@container grid gap-4">
      {/* Keeps its height on every width. */}
      <p
        aria-hidden="true"
        className="flex min-h-10 flex-wrap content-end justify-between gap-x-4 text-sm text-muted tabular-nums @lg:min-h-5"
      >
        <span>{shown ? dayName(shown.day) : period.join(" to ")}</span>
        <span className="font-semibold text-ink">{shown?.text}</span>
      </p>
      <Plot
        y={y}
        ticks={y.ticks(4)}
        currency={currency}
        height="h-48"
        readout={{ label: `${label}, chart. Use the arrow keys to read each ${byHour ? "hour" : "day"}.`, events }}
        axis={<DayAxis x={x} ticks={labels} />}
        behind={
          shown && (
            <rect
              x={percent(x(shown.day)! - (x.step() - x.bandwidth()) / 2)}
              width={percent(x.step())}
              height="100%"
              fillOpacity="0.15"
              className="fill-ink"
            />
          )
        }
      >
        <Marks points={points} x={x} y={y} isLastOpen={isLastOpen} />
        <Before points={points} x={x} y={y} />
        {shown && !isBars && (
          <circle
            cx={percent(x(shown.day)! + x.bandwidth() / 2)}
            cy={percent(y(shown.value))}
            r="4"
            className="fill-ink"
          />
        )}
      </Plot>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <div className="flex flex-wrap gap-x-5">
          <TodayKey isBars={isBars} isOn={isLastOpen} />
          {beforeLabel && <LineKey dashes="5 4" label={beforeLabel} />}
        </div>
        <p>Time zone: {timeZone.replaceAll("_", " ")}</p>
      </div>
      <p role="status" className="sr-only">
        {readout?.byKeys && shown && `${dayName(shown.day)}: ${shown.text}`}
      </p>
    </div>
  );
}

/** What a line means, by its dashes. */
export const LineKey = ({
  dashes,
  label,
  className = "stroke-ink",
}: {
  dashes: string;
  label: string;
  className?: string;
}) => (
  <p className="flex items-start gap-2">
    <svg aria-hidden="true" width="22" height="20" className="shrink-0">
      <path d="M0 10h22" strokeWidth="1.5" strokeDasharray={dashes} className={className} />
    </svg>
    {label}
  </p>
);

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
