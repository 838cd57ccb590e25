import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { LedgerAccount, LedgerKind, type LedgerPosting } from "#contract/ledger.ts";
import { OrderLink } from "#web/features/box-office/order-link.tsx";
import { Moment } from "#web/features/desk/moment.tsx";
import type { Column } from "#web/features/desk/table/columns.ts";
import { FilterBar } from "#web/features/desk/table/filter-bar.tsx";
import { FilterSelect } from "#web/features/desk/table/filter-select.tsx";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { type ListAddress, useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Balances } from "./balances.tsx";
import { ledgerQuery } from "./queries.ts";
import { accounts, kinds } from "./words.ts";

const columns: Column<LedgerPosting>[] = [
  {
    id: "what",
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
  {
    id: "entries",
    header: "Accounts",
    phone: "line",
    className: "columns:w-1/2",
    cell: ({ entries, currency }) => (
      <dl className="grid max-w-md gap-0.5 text-sm">
        {entries.map(({ account, typeName, event, amountCents }, index) => (
          <div key={index} className="flex justify-between gap-4">
            <dt className="text-muted wrap-anywhere">
              {accounts[account]}
              {typeName !== null && `, ${typeName}`}
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
  { id: "at", header: "When", figures: true, phone: "part", cell: ({ at }) => <Moment at={at} /> },
];

/** The books: what every movement of money did to which account, and what the accounts come to. */
export function LedgerView() {
  const address = useListAddress();
  const orderId = /^[\da-f-]{36}$/.exec(address.search.get("order") ?? "")?.[0];
  const eventId = address.number("event");
  const account = address.choice("account", LedgerAccount.options);
  const kind = address.choice("kind", LedgerKind.options);
  const filter = { orderId, eventId };
  const query = useQuery(ledgerQuery({ ...filter, account, kind, page: address.page, cursor: address.cursor }));
  const isAll = orderId === undefined && eventId === undefined;
  return (
    <div className="grid gap-5">
      {!isAll && <OneOnly what={orderId === undefined ? "one night" : "one order"} address={address} />}
      <Balances filter={filter} />
      <StaffTable
        label="Ledger"
        columns={columns}
        query={query}
        address={address}
        sort="-at"
        keyOf={({ id }) => id}
        empty={{ title: "Nothing", text: "No movement of money fits these filters." }}
        toolbar={<LedgerToolbar address={address} account={account} kind={kind} />}
      />
    </div>
  );
}

function OneOnly({ what, address }: { what: string; address: ListAddress }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
      The books of {what} only.
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
        any="Anything"
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
