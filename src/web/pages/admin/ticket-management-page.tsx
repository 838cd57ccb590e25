import { AdminEventList } from "#web/features/box-office/admin-event-list.tsx";
import { AdminEventView } from "#web/features/box-office/admin-event-view.tsx";
import { OrderView } from "#web/features/box-office/order/order-view.tsx";
import { OrderTable } from "#web/features/box-office/order-table.tsx";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { WayUp } from "#web/features/admin/way-up.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { adminPage } from "./admin-pages.tsx";

function TicketManagementPage() {
  const address = useListAddress();
  const eventId = address.number("event");
  const orderId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(address.search.get("order") ?? "")?.[0];
  if (orderId !== undefined) {
    return (
      <AdminShell title="Orders" description="One order: its tickets, payments and emails.">
        <OrderView key={orderId} id={orderId.toLowerCase()} />
      </AdminShell>
    );
  }
  const allOrders = eventId === undefined && address.choice("tab", ["orders"]) === "orders";
  const isList = eventId === undefined && !allOrders;
  return (
    <AdminShell
      title="Orders"
      description="Orders and attendees for an event, resends and refunds."
      lead={isList ? "Orders and attendees for every event." : <WayUp to={paths.ticketManagement()}>All events</WayUp>}
      actions={
        isList && (
          <LinkButton variant="outline" size="sm" to={withQuery(paths.ticketManagement(), { tab: "orders" })}>
            All orders
          </LinkButton>
        )
      }
    >
      {isList && <AdminEventList />}
      {allOrders && <OrderTable />}
      {eventId !== undefined && <AdminEventView key={eventId} id={eventId} />}
    </AdminShell>
  );
}

export const page = adminPage(TicketManagementPage);
