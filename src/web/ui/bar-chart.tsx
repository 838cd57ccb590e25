import { useState } from "react";

export type Bar = {
  key: string;
  value: number;
  /** "Fri, Nov 20": shown under the first and the last bar. */
  name: string;
  /** "Fri, Nov 20: $870.00": shown above while the pointer is on it. */
  label: string;
};
export type BarChartProps = {
  bars: Bar[];
  /** The value of the highest bar. */
  top: string;
  /** True if the last bar's period hasn't ended. */
  isLastOpen?: boolean;
};

const height = 160;

/** Bars over time. The bar under the pointer has its label above. A last bar whose period hasn't ended is lighter. */
export function BarChart({ bars, top, isLastOpen = false }: BarChartProps) {
  const [at, setAt] = useState<number>();
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const shown = at === undefined ? undefined : bars[at];
  return (
    <div className="grid gap-1.5">
      <p className="flex min-h-5 justify-between gap-4 text-sm text-muted tabular-nums">
        <span>{top}</span>
        <span className="text-ink">{shown?.label}</span>
      </p>
      <svg
        viewBox={`0 0 ${bars.length} ${height}`}
        preserveAspectRatio="none"
        className="h-40 w-full border-b border-edge"
        onPointerLeave={() => setAt(undefined)}
        onPointerMove={(e) => {
          const box = e.currentTarget.getBoundingClientRect();
          const index = Math.floor(((e.clientX - box.left) / box.width) * bars.length);
          setAt(Math.min(bars.length - 1, Math.max(0, index)));
        }}
      >
        {bars.map(({ key, value }, index) => {
          const tall = value === 0 ? 0 : Math.max(2, (value / highest) * height);
          const isFaint = isLastOpen && index === bars.length - 1 && at !== index;
          return (
            <rect
              key={key}
              x={index + 0.14}
              y={height - tall}
              width="0.72"
              height={tall}
              className={isFaint ? "fill-gold opacity-55" : at === index ? "fill-gold-bright" : "fill-gold"}
            />
          );
        })}
      </svg>
      {bars.length > 0 && (
        <p className="flex justify-between gap-4 text-sm text-muted tabular-nums">
          <span>{bars[0]!.name}</span>
          {bars.length > 1 && <span className="text-right">{bars.at(-1)!.name}</span>}
        </p>
      )}
    </div>
  );
}
