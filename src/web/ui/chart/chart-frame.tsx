import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";

export type ChartState = "ready" | "waiting" | "empty" | "failed";

type ChartFrameProps = {
  title: string;
  /** The total, beside the title. It keeps its space until there is data. */
  figure?: ReactNode;
  state: ChartState;
  emptyText?: string;
  onRetry?: () => void;
  /** Controls that choose what the chart shows. */
  controls?: ReactNode;
  /** The same numbers for people who can't see the chart. */
  table: ChartTable;
  children: ReactNode;
};

/**
 * The frame of every chart: title, total, controls, the numbers as a table, and the loading, empty and error states.
 * Children render without data too: in those states they are invisible and hold the space, so nothing moves later.
 */
export function ChartFrame({ title, figure, state, emptyText = "No data yet.", ...rest }: ChartFrameProps) {
  const id = useId();
  const { onRetry, controls, table, children } = rest;
  const isReady = state === "ready";
  return (
    <figure
      aria-labelledby={id}
      aria-busy={state === "waiting"}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-md border border-line bg-panel p-5 print:break-inside-avoid"
    >
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span id={id} className="font-semibold">
          {title}
        </span>
        {figure && <span className={clsx(!isReady && "invisible")}>{figure}</span>}
      </figcaption>
      <div className="relative min-h-30">
        <div className={clsx("grid grid-cols-[minmax(0,1fr)] gap-4", !isReady && "invisible")}>
          {controls && <div className="print:hidden">{controls}</div>}
          {children}
          <TableView title={title} table={table} />
        </div>
        {!isReady && (
          <div className="absolute inset-0 grid items-center">
            {state === "waiting" && <Skeleton className="h-full" />}
            {state === "empty" && <p className="text-center text-sm text-muted">{emptyText}</p>}
            {state === "failed" && (
              <Callout tone="bad" title="We couldn't load this data">
                {onRetry && (
                  <Button variant="outline" size="sm" className="mt-2" onClick={onRetry}>
                    Try again
                  </Button>
                )}
              </Callout>
            )}
          </div>
        )}
      </div>
    </figure>
  );
}

/** Each row's first cell is its header. */
type ChartTable = { head: string[]; rows: (string | number)[][] };

/** The numbers of a chart as a table that opens below it, also without scripts. Open, it is printed too. */
function TableView({ title, table: { head, rows } }: { title: string; table: ChartTable }) {
  const name = `${title}, as a table`;
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-0.5 text-muted hover:text-ink print:hidden">View as table</summary>
      <div
        role="region"
        aria-label={name}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
        tabIndex={0}
        className="mt-2 overflow-x-auto"
      >
        <table aria-label={name} className="w-full tabular-nums">
          <thead>
            <tr className="border-b border-edge text-muted">
              {head.map((column, place) => (
                <th key={column} scope="col" className={place === 0 ? "py-1.5 text-left" : "py-1.5 pl-4 text-right"}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([rowName, ...cells], row) => (
              <tr key={row} className="border-b border-line last:border-b-0">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {rowName}
                </th>
                {cells.map((cell, place) => (
                  <td key={head[place + 1]} className="py-1.5 pl-4 text-right whitespace-nowrap">
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
