import { salesQuery } from "#web/features/events/admin-events.ts";
import { useMay } from "#web/features/accounts/use-may.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#web/lib/router.ts";
import type { AdminOrder } from "#contract/admin/orders.ts";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { momentColumn } from "#web/admin-kit/table/cells.tsx";
import { type ListColumn, StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { hubPath, OrderLink } from "#web/admin-kit/admin-links.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { paths } from "#web/lib/paths.ts";
import { type BadgeLabel, gold, gone, good, plain, soon, StatusBadge } from "#web/ui/badge.tsx";
import { ResendBulk, originChoices, originFilters, ResendConfirmation } from "./order-lists.tsx";
import type { OrderStatus } from "#contract/orders/orders.ts";

const orderStatuses: Record<OrderStatus, BadgeLabel> = {
  awaiting_payment: soon("On hold"),
  paying: soon("Paying"),
  paid: good("Paid"),
  partially_refunded: soon("Partially refunded"),
  refunded: gone("Refunded"),
  expired: plain("Expired"),
  canceled: plain("Canceled"),
};

/** A revoked comp had nothing to refund. */
export function orderBadge(status: OrderStatus, isComp: boolean): BadgeLabel {
  if (!isComp) return orderStatuses[status];
  return status === "paid" ? gold("Comp") : gone("Comp revoked");
}

const buyer: ListColumn<AdminOrder> = {
  sort: "asc",
  header: "Buyer",
  phone: "title",
  className: "columns:max-w-56",
  cell: ({ id, buyer: { name, email } }) => (
    <>
      <Link to={paths.admin({ section: "customers", id })} className="font-semibold underline-offset-3 hover:underline">
        {name}
      </Link>
      <span className="block text-sm font-normal text-muted wrap-break-word">{email}</span>
    </>
  ),
};
const number: ListColumn<AdminOrder> = {
  header: "Order",
  phone: "part",
  cell: (order) => <OrderLink order={order} />,
};
const event: ListColumn<AdminOrder> = {
  header: "Event",
  phone: "title",
  cell: ({ event: of }) =>
    of && (
      <>
        <Link to={hubPath(of.id, "orders")} className="font-semibold underline-offset-3 hover:underline">
          {of.title}
        </Link>
        <span className="block text-sm font-normal text-muted">
          <EventMoment at={of.startsAt} timeZone={of.timeZone} />
        </span>
      </>
    ),
};
const whatAndStatus: Record<string, ListColumn<AdminOrder>> = {
  what: {
    header: "Items",
    className: "columns:min-w-32",
    cell: ({ what }) => <span className="text-ink wrap-break-word">{what}</span>,
  },
  status: {
    header: "Status",
    phone: "aside",
    cell: ({ status, isComp }) => <StatusBadge {...orderBadge(status, isComp)} />,
  },
};
const total: ListColumn<AdminOrder> = {
  header: "Total",
  figures: true,
  phone: "part",
  cell: ({ totalCents, refundedCents, netCents, currency }) => (
    <>
      <span className="text-ink">{formatMoney(totalCents, currency)}</span>
      {refundedCents > 0 && (
        <span className="block text-sm text-muted">
          {formatMoney(refundedCents, currency)} refunded
          <span className="block">{formatMoney(netCents, currency)} after refunds</span>
        </span>
      )}
    </>
  ),
};
const createdAt = momentColumn("createdAt", "Placed", { sort: "desc", phone: "part" });
const actions: ListColumn<AdminOrder> = {
  header: "Actions",
  hideHeader: true,
  figures: true,
  phone: "foot",
  cell: (order) =>
    order.status === "paid" || order.status === "partially_refunded" ? <ResendConfirmation order={order} /> : null,
};

const shared = { label: "Orders", isWide: true };
const ordersOfPerson = staffList("GET /api/admin/orders", {
  ...shared,
  pageName: "orders",
  empty: "This customer has no orders.",
  columns: { event, number, ...whatAndStatus, total, createdAt },
});

const statusFilter = { status: { label: "Status", choices: orderStatuses } };
const searched = {
  ...shared,
  sort: "-createdAt",
  search: "Buyer, email, order number",
  empty: "No one has ordered tickets yet.",
};
const ordersOfEvent = staffList("GET /api/admin/orders", {
  ...searched,
  filters: { ...statusFilter, ...originFilters },
  columns: { buyer, number, ...whatAndStatus, total: { ...total, sort: "desc" }, createdAt, actions },
});
/** The orders of all events sort by time only: any other sort would scan every order. */
const allOrders = staffList("GET /api/admin/orders", {
  ...searched,
  filters: statusFilter,
  columns: {
    buyer: { ...buyer, sort: undefined, className: "columns:max-w-44" },
    number,
    event: { ...event, phone: "line" },
    ...whatAndStatus,
    total,
    createdAt,
    actions,
  },
});

const resendBulk = {
  nameOf: (order: AdminOrder) => order.number,
  renderActions: ({ rows }: { rows: AdminOrder[] }) => <ResendBulk orders={rows} />,
};

/** Orders of one event or of all, with search and filters. */
export function OrderTable({ eventId }: { eventId?: number }) {
  const may = useMay();
  const isOfEvent = eventId !== undefined;
  const list = useStaffList(isOfEvent ? ordersOfEvent : allOrders, { eventId });
  const { data: sales } = useQuery({ ...salesQuery(eventId ?? 0), enabled: isOfEvent });
  return (
    <StaffList
      list={list}
      choices={originChoices(sales)}
      {...(may("POST /api/admin/orders/{id}/confirmation") && { bulk: resendBulk })}
    />
  );
}

/** One customer's orders. */
export const PersonOrders = ({ personId }: { personId: number }) => (
  <StaffList list={useStaffList(ordersOfPerson, { personId, sort: "-createdAt" })} />
);

/** All orders of the customer who placed one of them. */
export const CustomerOrders = ({ orderId }: { orderId: string }) => (
  <StaffList list={useStaffList(ordersOfPerson, { customerOf: orderId, sort: "-createdAt" })} />
);
