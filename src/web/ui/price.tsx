import { clsx } from "clsx";
import { formatPrice } from "#web/lib/money.ts";

export type PriceProps = {
  cents: number;
  currency?: string;
  from?: boolean;
  className?: string;
};

export function Price({ cents, currency = "USD", from = false, className }: PriceProps) {
  return (
    <span className={clsx("tabular-nums", className)}>
      {from && cents > 0 && <span className="font-normal">from </span>}
      {formatPrice(cents, currency)}
    </span>
  );
}
