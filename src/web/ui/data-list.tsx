import { clsx } from "clsx";
import type { ReactNode } from "react";

export type DataListProps = { items: { term: ReactNode; detail: ReactNode; strong?: boolean }[]; className?: string };

/** Terms on the left, values on the right: order totals, event details. */
export function DataList({ items, className }: DataListProps) {
  return (
    <dl className={clsx("grid gap-2", className)}>
      {items.map((item, index) => (
        <div
          key={index}
          className={clsx(
            "flex items-baseline justify-between gap-6",
            item.strong && "border-t border-line pt-2 text-lg font-bold",
          )}
        >
          <dt className={clsx("max-w-2/3 shrink-0", !item.strong && "text-muted")}>{item.term}</dt>
          <dd className="min-w-0 text-right tabular-nums">{item.detail}</dd>
        </div>
      ))}
    </dl>
  );
}
