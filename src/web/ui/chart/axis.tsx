import { type dayScale, dayTicks, percent } from "./scales.ts";

/** The values of the grid lines from the bottom up, beside the plot. */
export function ValueAxis({ labels }: { labels: string[] }) {
  return (
    <div aria-hidden="true" className="-my-2 flex flex-col justify-between text-right text-xs text-muted tabular-nums">
      {labels.toReversed().map((label) => (
        <span key={label}>{label}</span>
      ))}
    </div>
  );
}

/** As many labels as fit: a few on a phone, more in a wide chart. */
const sets = [
  { most: 5, className: "@4xl:hidden" },
  { most: 15, className: "hidden @4xl:block" },
];

/** The days under the plot. */
export function DayAxis({ days, x }: { days: string[]; x: ReturnType<typeof dayScale> }) {
  return (
    <svg aria-hidden="true" overflow="visible" className="col-start-2 block h-6 w-full">
      {sets.map(({ most, className }) => (
        <g key={most} className={className}>
          {dayTicks(days, most).map(({ day, label }) => (
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
