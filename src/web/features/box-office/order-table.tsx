import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { OfficeOrder } from "#contract/box-office.ts";
import type { OrderStatus } from "#contract/orders.ts";
import { Moment, NightMoment } from "#web/features/desk/moment.tsx";
import type { Column } from "#web/features/desk/table/columns.ts";
import { FilterSelect } from "#web/features/desk/table/filter-select.tsx";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { TableToolbar } from "#web/features/desk/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ordersQuery } from "./queries.ts";
import { ResendConfirmation } from "./resend-confirmation.tsx";
import { orderState, orderStates } from "./words.ts";

const sorts = ["-createdAt", "createdAt", "buyer", "-buyer", "-total", "total"] as const;

const order: Column<OfficeOrder> = {
  id: "number",
  header: "Order",
  phone: "part",
  cell: (row) => <span className="whitespace-nowrap tabular-nums">{row.number}</span>,
};
const buyer: Column<OfficeOrder> = {
  id: "buyer",
  header: "Buyer",
  sort: "up",
  phone: "title",
  cell: (row) => (
    <>
      <Link
        to={withQuery(paths.userManagement(), { id: row.buyer.id })}
        className="font-semibold underline-offset-3 hover:underline"
      >
        {row.buyer.name}
      </Link>
      <span className="block text-sm font-normal text-muted wrap-break-word">{row.buyer.email}</span>
    </>
  ),
};
const night: Column<OfficeOrder> = {
  id: "night",
  header: "Night",
  phone: "title",
  cell: ({ event }) => (
    <>
      <Link
        to={withQuery(paths.ticketManagement(), { event: event.id })}
        className="font-semibold underline-offset-3 hover:underline"
      >
        {event.title}
      </Link>
      <span className="block text-sm font-normal text-muted">
        <NightMoment at={event.startsAt} timeZone={event.timeZone} />
      </span>
    </>
  ),
};
const what: Column<OfficeOrder> = {
  id: "what",
  header: "What",
  cell: (row) => <span className="text-ink wrap-break-word">{row.what}</span>,
};
const state: Column<OfficeOrder> = {
  id: "status",
  header: "State",
  phone: "aside",
  cell: (row) => {
    const { label, tone } = orderState(row.status, row.isComp);
    return <Badge tone={tone}>{label}</Badge>;
  },
};
const total: Column<OfficeOrder> = {
  id: "total",
  header: "Total",
  sort: "down",
  figures: true,
  phone: "part",
  cell: (row) => <span className="text-ink">{formatMoney(row.totalCents, row.currency)}</span>,
};
const placed: Column<OfficeOrder> = {
  id: "createdAt",
  header: "Placed",
  sort: "down",
  figures: true,
  phone: "part",
  cell: (row) => <Moment at={row.createdAt} relative />,
};
const actions: Column<OfficeOrder> = {
  id: "actions",
  header: "Actions",
  hideHeader: true,
  figures: true,
  phone: "foot",
  cell: (row) =>
    row.status === "paid" || row.status === "partially_refunded" ? <ResendConfirmation order={row} /> : null,
};

/** Orders of a night or of all, with search and filters; or, short, those of one person. */
export function OrderTable({ eventId, personId }: { eventId?: number | undefined; personId?: number }) {
  const ofPerson = personId !== undefined;
  const address = useListAddress(ofPerson ? "orders" : "page");
  const status = ofPerson ? undefined : address.choice("status", Object.keys(orderStates) as OrderStatus[]);
  const sort = ofPerson ? "-createdAt" : (address.choice("sort", sorts) ?? "-createdAt");
  const q = ofPerson ? undefined : address.q;
  const query = useQuery(ordersQuery({ eventId, personId, q, status, sort, page: address.page }));
  const fixed = (column: Column<OfficeOrder>) => ({ ...column, sort: undefined });
  const columns = ofPerson
    ? [night, order, what, state, total, placed].map(fixed)
    : eventId === undefined
      ? [buyer, order, { ...night, phone: "line" as const }, what, state, total, placed, actions]
      : [buyer, order, what, state, total, placed, actions];

  return (
    <StaffTable
      label="Orders"
      columns={columns}
      query={query}
      address={address}
      sort={sort}
      keyOf={(row) => row.id}
      empty={{
        title: "No orders",
        text:
          q || status
            ? "No order fits this search."
            : ofPerson
              ? "This person has no orders."
              : "Nobody has ordered for this night yet.",
      }}
      toolbar={
        !ofPerson && (
          <TableToolbar
            address={address}
            placeholder="Buyer, e-mail, order number"
            filters={
              <FilterSelect
                label="State"
                any="Any state"
                value={status}
                choices={Object.entries(orderStates).map(([value, { label }]) => ({ value, label }))}
                onChange={(value) => address.change({ status: value })}
              />
            }
          />
        )
      }
    />
  );
}
