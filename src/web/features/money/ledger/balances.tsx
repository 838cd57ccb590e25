import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { LedgerBalance, LedgerBalances } from "#contract/ledger.ts";
import { ReadFailure } from "#web/features/admin/read-failure.tsx";
import { Figures } from "#web/features/admin/figures.tsx";
import { adminQuery } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { accounts, asSaid, meaningOf } from "./labels.ts";

const order: LedgerBalance["account"][] = ["provider", "sales", "fees", "tax", "buyers", "disputes", "by_hand"];

export type LedgerFilter = { orderId: string | undefined; eventId: number | undefined };

/** The balance of each account, one row per currency. */
export function Balances({ filter }: { filter: LedgerFilter }) {
  const query = useQuery(adminQuery<LedgerBalances>(withQuery("/api/admin/ledger/balances", filter)));
  const { data, isPending, isPlaceholderData } = query;
  if (isPending) return <Skeleton className="h-24" />;
  if (data === undefined) return <ReadFailure label="Account balances" query={query} />;
  if (data.accounts.length === 0) return null;
  const currencies = [...new Set(data.accounts.map(({ currency }) => currency))];
  return (
    <div className={clsx("grid gap-3 transition-opacity", isPlaceholderData && "opacity-50")}>
      <ReadFailure label="Account balances" query={query} />
      {currencies.map((currency) => {
        const own = data.accounts.filter((balance) => balance.currency === currency);
        const shown = order.flatMap((account) => own.filter((balance) => balance.account === account));
        return (
          <Figures
            key={currency}
            items={shown.map(({ account, amountCents }) => ({
              label: accounts[account],
              value: formatMoney(account === "buyers" ? Math.abs(amountCents) : asSaid(account, amountCents), currency),
              note: meaningOf(account, amountCents),
            }))}
          />
        );
      })}
      {data.types.length > 0 && (
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
          {data.types.map(({ ticketTypeId, name, currency, salesCents, feeCents, taxCents }) => (
            <li key={`${ticketTypeId} ${currency}`}>
              {name}{" "}
              <span className="text-ink tabular-nums">{formatMoney(salesCents + feeCents + taxCents, currency)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
