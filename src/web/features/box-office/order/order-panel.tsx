import { type ReactNode, useId } from "react";

export type OrderPanelProps = { title: string; count?: number; children: ReactNode };

/** One part of an order's page. */
export function OrderPanel({ title, count, children }: OrderPanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-line bg-panel">
      <header className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2">
        <h3 id={id} className="font-semibold">
          {title}
          {count ? <span className="ml-2 font-normal text-muted tabular-nums">{count}</span> : null}
        </h3>
      </header>
      {children}
    </section>
  );
}

/** The text of a panel that has nothing in it. */
export const NothingYet = ({ children }: { children: ReactNode }) => (
  <p className="px-4 py-5 text-sm text-muted">{children}</p>
);
