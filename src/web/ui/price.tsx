import { clsx } from "clsx";
import { formatMoney, formatPrice } from "#web/lib/money.ts";

export type PriceProps = {
  cents: number;
  currency?: string;
  from?: boolean;
  /** For totals: "$0.00" instead of "Free". */ exact?: boolean;
  className?: string;
};

export function Price({ cents, currency = "USD", from = false, exact = false, className }: PriceProps) {
  return (
    <span className={clsx("tabular-nums", className)}>
      {from && cents > 0 && <span className="font-normal">from </span>}
      {exact ? formatMoney(cents, currency) : formatPrice(cents, currency)}
    </span>
  );
}
