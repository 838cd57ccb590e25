import { Mail } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { AdminOrder } from "#contract/box-office.ts";
import type { OrderStatus } from "#contract/orders.ts";
import { Moment, EventMoment } from "#web/features/admin/moment.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { TableToolbar } from "#web/features/admin/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ordersQuery } from "./queries.ts";
import { FileLinks } from "./lists/file-links.tsx";
import { OriginFilters, originOf } from "./lists/origin-filters.tsx";
import { ResendBulk } from "./lists/resend-bulk.tsx";
import { OrderLink } from "./order-link.tsx";
import { ResendConfirmation } from "./resend-confirmation.tsx";
import { orderBadge, orderStatuses } from "./labels.ts";

const timeSorts = ["-createdAt", "createdAt"] as const;
const sorts = [...timeSorts, "buyer", "-buyer", "-total", "total"] as const;

const order: Column<AdminOrder> = {
  id: "number",
  header: "Order",
  meta: { phone: "part" },
  cell: ({ row: { original: row } }) => <OrderLink order={row} />,
};
const buyer: Column<AdminOrder> = {
  id: "buyer",
  accessorKey: "buyer.name",
  header: "Buyer",
  meta: { phone: "title", className: "columns:max-w-56" },
  cell: ({ row: { original: row } }) => (
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
const eventColumn: Column<AdminOrder> = {
  id: "event",
  header: "Event",
  meta: { phone: "title" },
  cell: ({ row: { original: row } }) => (
    <>
      <Link
        to={withQuery(paths.ticketManagement(), { event: row.event.id })}
        className="font-semibold underline-offset-3 hover:underline"
      >
        {row.event.title}
      </Link>
      <span className="block text-sm font-normal text-muted">
        <EventMoment at={row.event.startsAt} timeZone={row.event.timeZone} />
      </span>
    </>
  ),
};
const what: Column<AdminOrder> = {
  id: "what",
  header: "Items",
  meta: { className: "columns:min-w-32" },
  cell: ({ row: { original: row } }) => <span className="text-ink wrap-break-word">{row.what}</span>,
};
const statusColumn: Column<AdminOrder> = {
  id: "status",
  header: "Status",
  meta: { phone: "aside" },
  cell: ({ row: { original: row } }) => {
    const { label, tone } = orderBadge(row.status, row.isComp);
    return <Badge tone={tone}>{label}</Badge>;
  },
};
const total: Column<AdminOrder> = {
  id: "total",
  accessorKey: "totalCents",
  header: "Total",
  sortDescFirst: true,
  meta: { figures: true, phone: "part" },
  cell: ({ row: { original: row } }) => <span className="text-ink">{formatMoney(row.totalCents, row.currency)}</span>,
};
const placed: Column<AdminOrder> = {
  accessorKey: "createdAt",
  header: "Placed",
  sortDescFirst: true,
  meta: { figures: true, phone: "part" },
  cell: ({ row: { original: row } }) => <Moment at={row.createdAt} relative />,
};
const actions: Column<AdminOrder> = {
  id: "actions",
  header: "Actions",
  meta: { hideHeader: true, figures: true, phone: "foot" },
  cell: ({ row: { original: row } }) =>
    row.status === "paid" || row.status === "partially_refunded" ? <ResendConfirmation order={row} /> : null,
};

const eventLine: Column<AdminOrder> = { ...eventColumn, meta: { phone: "line" } };
const narrowBuyer: Column<AdminOrder> = {
  ...buyer,
  enableSorting: false,
  meta: { ...buyer.meta, className: "columns:max-w-44" },
};
const columnsOf = {
  person: [eventColumn, order, what, statusColumn, total, placed],
  event: [buyer, order, what, statusColumn, total, placed, actions],
  /** The orders of all events sort by time only: any other sort would scan every order. */
  all: [narrowBuyer, order, eventLine, what, statusColumn, { ...total, enableSorting: false }, placed, actions],
};

/** Orders of one event or of all, with search and filters; or, without them, one customer's orders. */
export function OrderTable({ eventId, personId }: { eventId?: number | undefined; personId?: number }) {
  const ofPerson = personId !== undefined;
  const address = useListAddress(ofPerson ? "orders" : "page");
  const status = ofPerson ? undefined : address.choice("status", Object.keys(orderStatuses) as OrderStatus[]);
  const ofAll = eventId === undefined && !ofPerson;
  const sort = ofPerson ? "-createdAt" : (address.choice("sort", ofAll ? timeSorts : sorts) ?? "-createdAt");
  const q = ofPerson ? undefined : address.q;
  const origin = eventId === undefined || ofPerson ? {} : originOf(address);
  const filter = { eventId, personId, q, status, ...origin, sort };
  const isNarrow = [q, status, ...Object.values(origin)].some(Boolean);
  const [resending, setResending] = useState<AdminOrder[]>();
  const query = useQuery(ordersQuery({ ...filter, ...address.at }));

  return (
    <>
      <StaffTable
        label="Orders"
        isWide
        columns={columnsOf[ofPerson ? "person" : ofAll ? "all" : "event"]}
        query={query}
        address={address}
        sort={ofPerson ? undefined : sort}
        keyOf={(row) => row.id}
        empty={{
          title: "No orders",
          text: isNarrow
            ? "No orders match your search."
            : ofPerson
              ? "This customer has no orders."
              : "No one has ordered tickets yet.",
        }}
        bulk={
          ofPerson
            ? undefined
            : {
                nameOf: (row) => row.number,
                renderActions: ({ rows }) => (
                  <Button variant="outline" size="sm" onClick={() => setResending(rows)}>
                    <Mail aria-hidden="true" className="size-4" />
                    Resend
                  </Button>
                ),
              }
        }
        toolbar={
          !ofPerson && (
            <TableToolbar
              address={address}
              placeholder="Buyer, email, order number"
              actions={<FileLinks base="/api/admin/orders" query={filter} />}
              filters={
                <>
                  <FilterSelect
                    label="Status"
                    any="Any status"
                    value={status}
                    choices={Object.entries(orderStatuses).map(([value, { label }]) => ({ value, label }))}
                    onChange={(value) => address.change({ status: value })}
                  />
                  {eventId !== undefined && <OriginFilters eventId={eventId} address={address} />}
                </>
              }
            />
          )
        }
      />
      <ResendBulk orders={resending} onClose={() => setResending(undefined)} />
    </>
  );
}
