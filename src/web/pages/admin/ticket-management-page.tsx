import { AdminEventList } from "#web/features/admin/orders/admin-event-list.tsx";
import { OrderView } from "#web/features/admin/orders/order-view.tsx";
import { OrderTable } from "#web/features/admin/orders/order-table.tsx";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { Navigate } from "#web/lib/router.ts";
import { useListAddress, wholeNumber } from "#web/admin-kit/table/use-list-address.ts";
import { hubPath } from "#web/admin-kit/admin-links.tsx";
import { type PageModule, redirectTo } from "#web/lib/page.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { PageTabs } from "#web/ui/page-tabs.tsx";
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
  if (eventId !== undefined) return <Navigate to={addressInHub(address.search, eventId)} replace />;
  const byEvent = address.choice("tab", ["events"]) === "events";
  return (
    <AdminShell title="Orders" description="Orders and attendees for an event, resends and refunds.">
      <PageTabs
        label="Orders"
        tabs={[
          { to: paths.ticketManagement(), label: "All orders", current: !byEvent },
          { to: withQuery(paths.ticketManagement(), { tab: "events" }), label: "By event", current: byEvent },
        ]}
      >
        {byEvent ? <AdminEventList /> : <OrderTable />}
      </PageTabs>
    </AdminShell>
  );
}

/** The orders and attendees of one event were here before they became tabs of its hub; a list keeps its filters. */
function addressInHub(search: URLSearchParams, eventId: number): string {
  const { event: _, tab = "attendees", ...list } = Object.fromEntries(search);
  return hubPath(eventId, tab, list);
}

export const page: PageModule = {
  ...adminPage(TicketManagementPage),
  load: async ({ search }) => {
    const id = search.get("event");
    if (id !== null && wholeNumber.test(id) && !search.has("order")) throw redirectTo(addressInHub(search, Number(id)));
  },
};
