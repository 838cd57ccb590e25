import type { DOMAttributes, ReactNode } from "react";
import { axisFormat, percent, type valueScale } from "./scales.ts";

type PlotProps = {
  y: ReturnType<typeof valueScale>;
  ticks: number[];
  /** The values are cents of this currency; without it, counts. */
  currency?: string | undefined;
  /** The plot's height, as a class. */
  height: string;
  /** Takes the arrow keys: what the plot shows and how to read it, for people who can't see it. */
  readout?: { label: string; events: DOMAttributes<HTMLElement> };
  /** What stands behind the lines of the axis. */
  behind?: ReactNode;
  /** The marks, in percent of the plot. */
  children: ReactNode;
  /** What stands under the plot. */
  axis: ReactNode;
};

/** The plot of every chart: the values beside it, their lines across it, the marks on them, and the axis below. */
export function Plot({ y, ticks, currency, height, readout, behind, children, axis }: PlotProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <div
        aria-hidden="true"
        className="-my-2 flex flex-col justify-between text-right text-xs text-muted tabular-nums"
      >
        {ticks
          .map(axisFormat(currency))
          .toReversed()
          .map((value) => (
            <span key={value}>{value}</span>
          ))}
      </div>
      <div
        {...(readout && { role: "application", "aria-label": readout.label, tabIndex: 0, ...readout.events })}
        className={`${height} [touch-action:pan-y]`}
      >
        <svg aria-hidden="true" overflow="visible" className="block size-full">
          {behind}
          {ticks.map((tick) => (
            <line
              key={tick}
              x2="100%"
              y1={percent(y(tick))}
              y2={percent(y(tick))}
              className={tick === 0 ? "stroke-edge" : "stroke-line"}
            />
          ))}
          {children}
        </svg>
      </div>
      {axis}
    </div>
  );
}
