import { Mail } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { OfficeOrder } from "#contract/box-office.ts";
import type { OrderStatus } from "#contract/orders.ts";
import { Moment, NightMoment } from "#web/features/desk/moment.tsx";
import type { Column } from "#web/features/desk/table/columns.ts";
import { FilterSelect } from "#web/features/desk/table/filter-select.tsx";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { TableToolbar } from "#web/features/desk/table/table-toolbar.tsx";
import type { Selection } from "#web/features/desk/table/use-selection.ts";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
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
import { orderState, orderStates } from "./words.ts";

const timeSorts = ["-createdAt", "createdAt"] as const;
const sorts = [...timeSorts, "buyer", "-buyer", "-total", "total"] as const;

const order: Column<OfficeOrder> = {
  id: "number",
  header: "Order",
  phone: "part",
  cell: (row) => <OrderLink order={row} />,
};
const buyer: Column<OfficeOrder> = {
  id: "buyer",
  header: "Buyer",
  sort: "up",
  phone: "title",
  className: "columns:max-w-56",
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
  className: "columns:min-w-32",
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

const fixed = (column: Column<OfficeOrder>) => ({ ...column, sort: undefined });
const nightLine: Column<OfficeOrder> = { ...night, phone: "line" };
const narrowBuyer: Column<OfficeOrder> = { ...buyer, className: "columns:max-w-44" };
/** The orders of all nights stand by time alone: any other order would go through every one of them. */
const ofAllNights = [...[narrowBuyer, order, nightLine, what, state, total].map(fixed), placed, actions];

/** Orders of a night or of all, with search and filters; or, short, those of one person. */
export function OrderTable({ eventId, personId }: { eventId?: number | undefined; personId?: number }) {
  const ofPerson = personId !== undefined;
  const address = useListAddress(ofPerson ? "orders" : "page");
  const status = ofPerson ? undefined : address.choice("status", Object.keys(orderStates) as OrderStatus[]);
  const ofAll = eventId === undefined && !ofPerson;
  const sort = ofPerson ? "-createdAt" : (address.choice("sort", ofAll ? timeSorts : sorts) ?? "-createdAt");
  const q = ofPerson ? undefined : address.q;
  const origin = eventId === undefined || ofPerson ? {} : originOf(address);
  const filter = { eventId, personId, q, status, ...origin, sort };
  const isNarrow = [q, status, ...Object.values(origin)].some(Boolean);
  const [resending, setResending] = useState<OfficeOrder[]>();
  const query = useQuery(ordersQuery({ ...filter, page: address.page, cursor: address.cursor }));
  const columns = ofPerson
    ? [night, order, what, state, total, placed].map(fixed)
    : ofAll
      ? ofAllNights
      : [buyer, order, what, state, total, placed, actions];

  return (
    <>
      <StaffTable
        label="Orders"
        isWide
        columns={columns}
        query={query}
        address={address}
        sort={sort}
        keyOf={(row) => row.id}
        empty={{
          title: "No orders",
          text: isNarrow
            ? "No order fits this search."
            : ofPerson
              ? "This person has no orders."
              : "Nobody has ordered for this night yet.",
        }}
        {...(ofPerson
          ? {}
          : {
              bulk: {
                nameOf: (row: OfficeOrder) => row.number,
                renderActions: ({ rows }: Selection<OfficeOrder>) => (
                  <Button variant="outline" size="sm" onClick={() => setResending(rows)}>
                    <Mail aria-hidden="true" className="size-4" />
                    Resend
                  </Button>
                ),
              },
            })}
        toolbar={
          !ofPerson && (
            <TableToolbar
              address={address}
              placeholder="Buyer, e-mail, order number"
              actions={<FileLinks base="/api/admin/orders" query={filter} />}
              filters={
                <>
                  <FilterSelect
                    label="State"
                    any="Any state"
                    value={status}
                    choices={Object.entries(orderStates).map(([value, { label }]) => ({ value, label }))}
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
