import { clsx } from "clsx";
import type { ReactNode } from "react";

type Item = { term: ReactNode; detail: ReactNode; strong?: boolean };

/** An item that doesn't apply is false, null, undefined or "". */
/** Terms on the left, values on the right: order totals, event details. */
export function DataList({
  items,
  className,
}: {
  items: (Item | false | null | undefined | "")[];
  className?: string;
}) {
  return (
    <dl className={clsx("grid gap-2", className)}>
      {items
        .filter((item) => typeof item === "object" && item !== null)
        .map((item, index) => (
          <div
            key={index}
            className={clsx(
              "flex flex-wrap items-baseline justify-between gap-x-6",
              item.strong && "border-t border-line pt-2 text-lg font-bold",
            )}
          >
            <dt className={clsx("max-w-2/3 shrink-0 max-xs:max-w-full", !item.strong && "text-muted")}>{item.term}</dt>
            <dd className="min-w-0 grow basis-14 text-right tabular-nums">{item.detail}</dd>
          </div>
        ))}
    </dl>
  );
}
