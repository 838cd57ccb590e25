import { area, line } from "d3-shape";
import { type dayScale, percent, type valueScale } from "./scales.ts";

export type DayPoint = {
  /** A calendar day, "2026-11-28". */
  day: string;
  value: number;
  /** The value of an earlier period at the same place, drawn as a dashed line. */
  before?: number | undefined;
  /** What the readout says of this day: "$870.00, 14 tickets". */
  text: string;
};

export type MarksProps = {
  points: DayPoint[];
  x: ReturnType<typeof dayScale>;
  y: ReturnType<typeof valueScale>;
  /** True if the last day isn't over. */
  isLastOpen: boolean;
};

/** The widest bar, in percent: a few days don't become a wall. */
const widest = 6;

/** One bar a day, down from zero for what is below it. A day that isn't over is an outline. */
export function Bars({ points, x, y, isLastOpen }: MarksProps) {
  const width = Math.min(x.bandwidth(), widest);
  return points.map(({ day, value }, index) => {
    if (value === 0) return null;
    const zero = y(0);
    const height = Math.max(1, Math.abs(y(value) - zero));
    const isOpen = isLastOpen && index === points.length - 1;
    return (
      <rect
        key={day}
        x={percent(x(day)! + (x.bandwidth() - width) / 2)}
        y={percent(value > 0 ? zero - height : zero)}
        width={percent(width)}
        height={percent(height)}
        {...(isOpen ? { fillOpacity: 0.25, className: "fill-chart stroke-chart" } : { className: "fill-chart" })}
      />
    );
  });
}

/** The earlier period: a dashed line without an area, that is told from the bars without color. */
export function Before({ points, x, y }: Pick<MarksProps, "points" | "x" | "y">) {
  if (points.every(({ before }) => before === undefined)) return null;
  const draw = line<DayPoint>(
    ({ day }) => x(day)! + x.bandwidth() / 2,
    ({ before = 0 }) => y(before),
  ).digits(2);
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
      <path
        d={draw(points)!}
        fill="none"
        vectorEffect="non-scaling-stroke"
        strokeDasharray="5 4"
        strokeWidth="1.5"
        className="stroke-ink"
      />
    </svg>
  );
}

/** A line over its area, for more days than there is room for bars. It leads to a day that isn't over by dashes. */
export function Area({ points, x, y, isLastOpen }: MarksProps) {
  const left = ({ day }: DayPoint) => x(day)! + x.bandwidth() / 2;
  const top = ({ value }: DayPoint) => y(value);
  const draw = line<DayPoint>(left, top).digits(2);
  const over = isLastOpen ? points.slice(0, -1) : points;
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
      <path d={area<DayPoint>(left, y(0), top).digits(2)(points)!} fillOpacity="0.25" className="fill-chart" />
      <path d={draw(over)!} fill="none" vectorEffect="non-scaling-stroke" strokeWidth="1.5" className="stroke-chart" />
      {isLastOpen && (
        <path
          d={draw(points.slice(-2))!}
          fill="none"
          vectorEffect="non-scaling-stroke"
          strokeDasharray="3 3"
          strokeWidth="1.5"
          className="stroke-chart"
        />
      )}
    </svg>
  );
}
