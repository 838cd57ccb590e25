import { clsx } from "clsx";
import { formatPrice } from "#web/lib/money.ts";

export function Price({
  cents,
  currency = "USD",
  from = false,
  className,
}: {
  cents: number;
  currency?: string;
  from?: boolean;
  className?: string;
}) {
  return (
    <span className={clsx("tabular-nums", className)}>
      {from && cents > 0 && <span className="font-normal">from </span>}
      {formatPrice(cents, currency)}
    </span>
  );
}
