import { line } from "d3-shape";
import { LineKey, useReadout } from "./day-chart.tsx";
import { Plot } from "./plot.tsx";
import { percent, valueScale } from "./scales.ts";

type Curve = {
  name: string;
  /** A value for each place; null where there is none. The first curve is drawn strongest. */
  values: (number | null)[];
};

type CurveChartProps = {
  /** What it shows, for people who can't see it. */
  label: string;
  /** Names of the places from left to right, for the readout and the axis. */
  places: string[];
  curves: Curve[];
  /** The values are cents of this currency; without it, counts. */
  currency?: string | undefined;
  show: (value: number) => string;
};

/** Lines are told apart by their dashes, in print and without color too. */
const dashes = ["", "7 3", "2 3", "10 3 2 3", "4 2 1 2", "1 2"];
const styleOf = (index: number) => (index === 0 ? "stroke-chart" : "stroke-muted");

/** Several curves over the same places. The pointer and the arrow keys read out one place of all curves. */
export function CurveChart({ label, places, curves, currency, show }: CurveChartProps) {
  const { readout, events } = useReadout(places.length);
  const last = Math.max(1, places.length - 1);
  const x = (index: number) => (100 * index) / last;
  const y = valueScale(
    curves.flatMap(({ values }) => values.map((value) => value ?? 0)),
    currency,
  );
  const draw = line<number | null>(
    (_value, index) => x(index),
    (value) => y(value ?? 0),
  )
    .defined((value) => value !== null)
    .digits(2);
  const at = readout?.index;
  const readoutOf = ({ values }: Curve) => {
    const value = at === undefined ? null : values[at];
    return value === null || value === undefined ? "" : `: ${show(value)}`;
  };
  return (
    <div className="grid gap-4">
      <p aria-hidden="true" className="-mb-3 text-sm font-semibold">
        {at === undefined ? "\u00a0" : places[at]}
      </p>
      <ul
        aria-hidden="true"
        className="grid gap-x-6 gap-y-1 text-sm text-muted tabular-nums sm:grid-cols-2 xl:grid-cols-3"
      >
        {curves.map((curve, index) => (
          <li key={curve.name} className={index === 0 ? "font-semibold text-ink" : undefined}>
            <LineKey
              dashes={dashes[index % dashes.length]!}
              label={curve.name + readoutOf(curve)}
              className={styleOf(index)}
            />
          </li>
        ))}
      </ul>
      <Plot
        y={y}
        ticks={y.ticks(4)}
        currency={currency}
        height="h-56"
        readout={{ label: `${label}, chart. Use the arrow keys to read each day.`, events }}
        axis={
          <p aria-hidden="true" className="col-start-2 flex pt-2 justify-between gap-4 text-xs text-muted">
            {[0, 0.25, 0.5, 0.75, 1].map((share) => (
              <span key={share} className={share % 0.5 === 0 ? undefined : "max-sm:hidden"}>
                {places[Math.round(share * last)]}
              </span>
            ))}
          </p>
        }
      >
        {at !== undefined && <line x1={percent(x(at))} x2={percent(x(at))} y2="100%" className="stroke-edge" />}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
          {curves
            .map(({ name, values }, index) => (
              <path
                key={name}
                d={draw(values) ?? ""}
                fill="none"
                vectorEffect="non-scaling-stroke"
                strokeDasharray={dashes[index % dashes.length]}
                strokeWidth={index === 0 ? 3 : 1.5}
                className={styleOf(index)}
              />
            ))
            .toReversed()}
        </svg>
      </Plot>
      <p role="status" className="sr-only">
        {readout?.byKeys &&
          `${places[readout.index]}. ${curves.map((curve) => curve.name + readoutOf(curve)).join(". ")}`}
      </p>
    </div>
  );
}
