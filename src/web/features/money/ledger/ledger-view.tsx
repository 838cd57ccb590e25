import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { LedgerAccount, LedgerKind, type JournalEntry } from "#contract/ledger.ts";
import { OrderLink } from "#web/features/box-office/order-link.tsx";
import { Moment } from "#web/features/admin/moment.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { FilterBar } from "#web/features/admin/table/filter-bar.tsx";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { type ListAddress, useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Balances } from "./balances.tsx";
import { ledgerQuery } from "./queries.ts";
import { accounts, kinds } from "./labels.ts";

const columns: Column<JournalEntry>[] = [
  {
    id: "what",
    header: "What happened",
    meta: { phone: "title" },
    cell: ({ row: { original: entry } }) => (
      <span className="grid gap-0.5">
        <span className="font-semibold">{kinds[entry.kind]}</span>
        {entry.order !== null && (
          <span className="text-sm font-normal text-muted wrap-anywhere">
            <OrderLink order={entry.order} /> {entry.order.buyerName}
          </span>
        )}
      </span>
    ),
  },
  {
    id: "lines",
    header: "Accounts",
    meta: { phone: "line", className: "columns:w-1/2" },
    cell: ({ row: { original: entry } }) => (
      <dl className="grid max-w-md gap-0.5 text-sm">
        {entry.lines.map(({ account, typeName, event, amountCents }, index) => (
          <div key={index} className="flex justify-between gap-4">
            <dt className="text-muted wrap-anywhere">
              {accounts[account]}
              {typeName !== null && `, ${typeName}`}
              {event !== null && <span className="block text-xs">{event.title}</span>}
            </dt>
            <dd className="whitespace-nowrap text-ink tabular-nums">
              {amountCents > 0 ? "+" : "−"}
              {formatMoney(Math.abs(amountCents), entry.currency)}
            </dd>
          </div>
        ))}
      </dl>
    ),
  },
  {
    id: "at",
    header: "When",
    meta: { figures: true, phone: "part" },
    cell: ({ row: { original: entry } }) => <Moment at={entry.at} />,
  },
];

/** The ledger: how every money movement changed the accounts, and the account balances. */
export function LedgerView() {
  const address = useListAddress();
  const orderId = /^[\da-f-]{36}$/.exec(address.search.get("order") ?? "")?.[0];
  const eventId = address.number("event");
  const account = address.choice("account", LedgerAccount.options);
  const kind = address.choice("kind", LedgerKind.options);
  const filter = { orderId, eventId };
  const query = useQuery(ledgerQuery({ ...filter, account, kind, ...address.at }));
  const isAll = orderId === undefined && eventId === undefined;
  return (
    <div className="grid gap-5">
      {!isAll && <OneOnly what={orderId === undefined ? "one event" : "one order"} address={address} />}
      <Balances filter={filter} />
      <StaffTable
        label="Ledger"
        columns={columns}
        query={query}
        address={address}
        keyOf={({ id }) => id}
        empty={{ title: "No results", text: "No entries match these filters." }}
        toolbar={<LedgerToolbar address={address} account={account} kind={kind} />}
      />
    </div>
  );
}

function OneOnly({ what, address }: { what: string; address: ListAddress }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
      Showing {what} only.
      <Link
        to={address.addressWith({ order: undefined, event: undefined })}
        className="text-ink underline underline-offset-3"
      >
        Show all
      </Link>
    </p>
  );
}

function LedgerToolbar({
  address,
  account,
  kind,
}: {
  address: ListAddress;
  account: string | undefined;
  kind: string | undefined;
}) {
  return (
    <FilterBar>
      <FilterSelect
        label="What happened"
        any="Any type"
        value={kind}
        choices={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        onChange={(value) => address.change({ kind: value })}
      />
      <FilterSelect
        label="Account"
        any="Any account"
        value={account}
        choices={Object.entries(accounts).map(([value, label]) => ({ value, label }))}
        onChange={(value) => address.change({ account: value })}
      />
    </FilterBar>
  );
}
