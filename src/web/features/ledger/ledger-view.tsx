import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { Link } from "#web/lib/router.ts";
import type { LedgerBalance } from "#contract/ledger.ts";
import { OrderLink } from "#web/admin-kit/admin-links.tsx";
import { momentColumn } from "#web/admin-kit/table/cells.tsx";
import { StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { accounts, kinds, asSaid, meaningOf } from "./labels.ts";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Figures } from "#web/admin-kit/figures.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";

const shownFirst: LedgerBalance["account"][] = [
  "provider",
  "sales",
  "fees",
  "shipping",
  "tax",
  "buyers",
  "disputes",
  "by_hand",
];

type LedgerFilter = { orderId: string | undefined; eventId: number | undefined };

/** The balance of each account, one row per currency. */
function Balances({ filter }: { filter: LedgerFilter }) {
  const query = useQuery(adminQuery("GET /api/admin/ledger/balances", { query: filter }));
  const { data, isPlaceholderData } = query;
  if (data?.accounts.length === 0) return null;
  const currencies = [...new Set(data?.accounts.map(({ currency }) => currency))];
  return (
    <div className={clsx("grid gap-3 transition-opacity", isPlaceholderData && "opacity-50")}>
      <Loaded label="Account balances" query={query} className="h-24">
        {({ accounts: balances, items }) => (
          <>
            {currencies.map((currency) => {
              const currencyBalances = balances.filter((balance) => balance.currency === currency);
              const shown = shownFirst.flatMap((account) =>
                currencyBalances.filter((balance) => balance.account === account),
              );
              return (
                <Figures
                  key={currency}
                  items={shown.map(({ account, amountCents }) => ({
                    label: accounts[account],
                    value: formatMoney(
                      account === "buyers" ? Math.abs(amountCents) : asSaid(account, amountCents),
                      currency,
                    ),
                    note: meaningOf(account, amountCents),
                  }))}
                />
              );
            })}
            {items.length > 0 && (
              <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
                {items.map(({ kind, itemId, name, currency, salesCents, feeCents, taxCents }) => (
                  <li key={`${kind} ${itemId} ${currency}`}>
                    {name}{" "}
                    <span className="text-ink tabular-nums">
                      {formatMoney(salesCents + feeCents + taxCents, currency)}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

const ledger = staffList("GET /api/admin/ledger", {
  label: "Ledger",
  file: "GET /api/admin/ledger-entries.csv",
  filters: {
    kind: { label: "What happened", any: "Any type", choices: kinds },
    account: { label: "Account", choices: accounts },
  },
  empty: { title: "No results", text: "No entries match these filters." },
  columns: {
    what: {
      header: "What happened",
      phone: "title",
      cell: ({ kind, order }) => (
        <span className="grid gap-0.5">
          <span className="font-semibold">{kinds[kind]}</span>
          {order !== null && (
            <span className="text-sm font-normal text-muted wrap-anywhere">
              <OrderLink order={order} /> {order.buyerName}
            </span>
          )}
        </span>
      ),
    },
    lines: {
      header: "Accounts",
      phone: "line",
      className: "columns:w-1/2",
      cell: ({ lines, currency }) => (
        <dl className="grid max-w-md gap-0.5 text-sm">
          {lines.map(({ account, itemName, event, amountCents }, index) => (
            <div key={index} className="split-row">
              <dt className="text-muted">
                {accounts[account]}
                {itemName !== null && `, ${itemName}`}
                {event !== null && <span className="block text-xs">{event.title}</span>}
              </dt>
              <dd className="whitespace-nowrap text-ink tabular-nums">
                {amountCents > 0 ? "+" : "−"}
                {formatMoney(Math.abs(amountCents), currency)}
              </dd>
            </div>
          ))}
        </dl>
      ),
    },
    at: momentColumn("at", "When", { phone: "part", relative: false }),
  },
});

/** The ledger: how every money movement changed the accounts, and the account balances. */
export function LedgerView() {
  const { search, number } = useListAddress();
  const orderId = /^[\da-f-]{36}$/.exec(search.get("order") ?? "")?.[0];
  const filter = { orderId, eventId: number("event") };
  const list = useStaffList(ledger, filter);
  return (
    <div className="grid gap-5">
      {(orderId ?? filter.eventId) !== undefined && (
        <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
          Showing {orderId === undefined ? "one event" : "one order"} only.
          <Link
            to={list.address.addressWith({ order: undefined, event: undefined })}
            className="text-ink underline underline-offset-3"
          >
            Show all
          </Link>
        </p>
      )}
      <Balances filter={filter} />
      <StaffList list={list} />
    </div>
  );
}
