import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { Callout } from "./callout.tsx";
import { Skeleton } from "./skeleton.tsx";

export type ChartTable = { head: string[]; rows: (string | number)[][] };

export type ChartFrameProps = {
  title: string;
  /** The total, beside the title. */
  figure?: ReactNode;
  legend?: { label: string; swatch: string }[];
  state: "ready" | "waiting" | "empty" | "failed";
  emptyText?: string;
  onRetry?: () => void;
  /** Controls that choose what the chart shows. */
  controls?: ReactNode;
  /** The same figures for people who can't see the chart. */
  table: ChartTable;
  /** The chart itself, hidden from screen readers. */
  children: ReactNode;
};

/** The frame of every chart: title, color legend, the figures as a table, and the loading, empty and error states. */
export function ChartFrame({ title, figure, legend, state, emptyText, onRetry, ...rest }: ChartFrameProps) {
  const id = useId();
  const { controls, table, children } = rest;
  return (
    <figure aria-labelledby={id} className="grid content-start gap-4 rounded-md border border-line bg-panel p-5">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span id={id} className="font-semibold">
          {title}
        </span>
        {state === "ready" && figure}
      </figcaption>
      {state === "waiting" && <Skeleton className="h-44 w-full" />}
      {state === "failed" && (
        <Callout tone="bad" title="We couldn't load this data">
          {onRetry && (
            <Button variant="outline" size="sm" className="mt-2" onClick={onRetry}>
              Try again
            </Button>
          )}
        </Callout>
      )}
      {state === "empty" && (
        <p className="grid h-44 place-items-center text-sm text-muted">{emptyText ?? "No data yet."}</p>
      )}
      {state === "ready" && (
        <>
          {controls}
          <div aria-hidden="true">{children}</div>
          {legend && (
            <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
              {legend.map(({ label, swatch }) => (
                <li key={label} className="flex items-center gap-2">
                  <span className={`size-2.5 rounded-sm ${swatch}`} />
                  {label}
                </li>
              ))}
            </ul>
          )}
          <TableOf title={title} table={table} />
        </>
      )}
    </figure>
  );
}

function TableOf({ title, table: { head, rows } }: { title: string; table: ChartTable }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer text-muted hover:text-ink">View as table</summary>
      <div className="mt-2 overflow-x-auto">
        <table aria-label={`${title}, as a table`} className="w-full tabular-nums">
          <thead>
            <tr>
              {head.map((name, column) => (
                <th key={name} scope="col" className={column === 0 ? "text-left" : "text-right"}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={String(row[0])} className="border-t border-line">
                {row.map((cell, column) => (
                  <td key={head[column]} className={column === 0 ? "py-1" : "py-1 text-right"}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
