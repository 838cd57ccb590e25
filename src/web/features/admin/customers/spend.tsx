import type { Customer } from "#contract/admin/customers.ts";
import { formatMoney } from "#web/lib/money.ts";

/** What a customer paid minus refunds, each currency on its own line; amounts of different currencies are never added. */
export function Spend({ of }: { of: Customer["spend"] }) {
  if (of.length === 0) return "Free tickets";
  return of.map(({ currency, cents }) => (
    <span key={currency} className="block whitespace-nowrap tabular-nums">
      {formatMoney(cents, currency)}
    </span>
  ));
}
