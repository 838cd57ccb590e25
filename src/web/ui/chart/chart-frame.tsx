import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type ChartTable, TableView } from "./table-view.tsx";

export type ChartState = "ready" | "waiting" | "empty" | "failed";

export type ChartFrameProps = {
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
export function ChartFrame({ title, figure, state, emptyText, onRetry, ...rest }: ChartFrameProps) {
  const id = useId();
  const { controls, table, children } = rest;
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
            {state === "empty" && <p className="text-center text-sm text-muted">{emptyText ?? "No data yet."}</p>}
            {state === "failed" && <Failure onRetry={onRetry} />}
          </div>
        )}
      </div>
    </figure>
  );
}

function Failure({ onRetry }: Pick<ChartFrameProps, "onRetry">) {
  return (
    <Callout tone="bad" title="We couldn't load this data">
      {onRetry && (
        <Button variant="outline" size="sm" className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Callout>
  );
}
