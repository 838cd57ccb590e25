import { NightList } from "#web/features/box-office/night-list.tsx";
import { NightView } from "#web/features/box-office/night-view.tsx";
import { OrderView } from "#web/features/box-office/order/order-view.tsx";
import { OrderTable } from "#web/features/box-office/order-table.tsx";
import { DeskPage } from "#web/features/desk/desk-page.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { WayUp } from "#web/features/desk/way-up.tsx";
import type { PageModule } from "#web/lib/page.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

function TicketManagementPage() {
  const address = useListAddress();
  const eventId = address.number("event");
  const orderId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(address.search.get("order") ?? "")?.[0];
  if (orderId !== undefined) {
    return (
      <DeskPage title="Ticket Management" description="One order: its tickets, its money, its mails.">
        <OrderView key={orderId} id={orderId.toLowerCase()} />
      </DeskPage>
    );
  }
  const allOrders = eventId === undefined && address.choice("tab", ["orders"]) === "orders";
  const isList = eventId === undefined && !allOrders;
  return (
    <DeskPage
      title="Ticket Management"
      description="Orders and attendees of a night, resends and refunds."
      lead={isList ? "Orders and attendees of every night." : <WayUp to={paths.ticketManagement()}>All nights</WayUp>}
      actions={
        isList && (
          <LinkButton variant="outline" size="sm" to={withQuery(paths.ticketManagement(), { tab: "orders" })}>
            All orders
          </LinkButton>
        )
      }
    >
      {isList && <NightList />}
      {allOrders && <OrderTable />}
      {eventId !== undefined && <NightView key={eventId} id={eventId} />}
    </DeskPage>
  );
}

export const page: PageModule = { Component: TicketManagementPage };
