import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#web/lib/router.ts";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { DownloadLink } from "#web/admin-kit/download-link.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { momentColumn } from "#web/admin-kit/table/cells.tsx";
import { StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { wholeNumber } from "#web/admin-kit/table/use-list-address.ts";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { formatCalendarDay } from "#web/lib/dates.ts";
import { paths, withQuery, apiPath } from "#web/lib/paths.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { fulfillmentStatuses, onHoldBadge } from "./labels.ts";

const orders = staffList("GET /api/admin/fulfillment", {
  label: "Orders to send",
  noun: "orders",
  file: "GET /api/admin/fulfillment.csv",
  sort: "-paidAt",
  search: "Buyer, email, order number",
  isWide: true,
  keyOf: ({ order }) => order.id,
  empty: { title: "No results", text: "No orders match your search and filters." },
  filters: {
    show: {
      label: "Show",
      any: null,
      choices: { to_ship: "To ship", to_pick_up: "To pick up", sent: "Sent", all: "All" },
    },
    event: { label: "Event", pattern: wholeNumber, as: "eventId", hidesEmpty: true },
  },
  columns: {
    buyer: {
      header: "Buyer",
      phone: "title",
      className: "columns:min-w-40",
      cell: ({ buyerName, order }) => (
        <>
          <Link
            to={withQuery(paths.ticketManagement(), { order: order.id })}
            className="font-semibold underline-offset-3 hover:underline"
          >
            {buyerName}
          </Link>
          <span className="block text-sm font-normal whitespace-nowrap text-muted tabular-nums">{order.number}</span>
        </>
      ),
    },
    what: {
      header: "Items",
      className: "columns:min-w-40",
      cell: ({ what, event, readyOn }) => (
        <>
          <span className="text-ink wrap-break-word">{what}</span>
          {event && (
            <span className="block text-sm text-muted">
              {event.title} · <EventMoment at={event.startsAt} timeZone={event.timeZone} />
            </span>
          )}
          {readyOn && <span className="block text-sm text-muted">Ships from {formatCalendarDay(readyOn)} on</span>}
        </>
      ),
    },
    toSend: {
      header: "To send",
      figures: true,
      phone: "part",
      cell: ({ toSend }) =>
        toSend > 0 && (
          <>
            {toSend}
            <span className="columns:hidden"> to send</span>
          </>
        ),
    },
    status: {
      header: "Status",
      phone: "aside",
      cell: ({ status, isOnHold }) => <StatusBadge {...(isOnHold ? onHoldBadge : fulfillmentStatuses[status])} />,
    },
    paidAt: momentColumn("paidAt", "Paid", { sort: "desc", phone: "part" }),
  },
});

/** Orders with products: what is to ship, to pick up, sent; and what to pack for all of them. */
export function FulfillmentSection() {
  const list = useStaffList(orders);
  const [isPicking, setPicking] = useState(false);
  const show = list.values["show"] === "to_pick_up" ? "to_pick_up" : "to_ship";
  const pick: PickListProps["query"] = { show, eventId: list.values["event"] };
  return (
    <AdminShell
      title="Fulfillment"
      description="Ship orders and hand over pickups."
      lead="What to pack, ship and hand over."
      actions={<Button onClick={() => setPicking(true)}>Pick list</Button>}
    >
      <StaffList
        list={list}
        empty={
          list.isFiltered ? undefined : { title: "Nothing to ship", text: "Paid orders that are shipped appear here." }
        }
      />
      {isPicking && <PickList query={pick} onClose={() => setPicking(false)} />}
    </AdminShell>
  );
}

type PickListProps = { query: { show: "to_ship" | "to_pick_up"; eventId: string | undefined }; onClose: () => void };

/** What to take from the shelves for all open orders together. It prints as it is, and downloads as CSV. */
function PickList({ query, onClose }: PickListProps) {
  const read = useQuery(adminQuery("GET /api/admin/pick-list", { query }));
  return (
    <Dialog
      title="Pick list"
      description={query.show === "to_ship" ? "For all orders to ship." : "For all orders to pick up."}
      roomy
      onClose={onClose}
    >
      <Loaded label="The pick list" query={read} className="h-40">
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">Nothing to pack.</p>
          ) : (
            <table className="w-full text-left">
              <thead>
                <tr className="border-b border-line text-sm text-muted">
                  <th className="py-1 pr-3 font-semibold">SKU</th>
                  <th className="py-1 pr-3 font-semibold">Item</th>
                  <th className="py-1 text-right font-semibold">Units</th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ sku, name, units }) => (
                  <tr key={`${sku} ${name}`} className="border-b border-line last:border-b-0">
                    <td className="py-2 pr-3 text-sm text-muted wrap-anywhere">{sku}</td>
                    <td className="py-2 pr-3 wrap-anywhere">{name}</td>
                    <td className="py-2 text-right font-display text-xl font-bold tabular-nums">{units}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
      <DialogFoot>
        <Button variant="outline" onClick={() => window.print()}>
          Print
        </Button>
        <DownloadLink to={apiPath("GET /api/admin/pick-list.csv", { query })} className={buttonStyle("gold")}>
          CSV
        </DownloadLink>
      </DialogFoot>
    </Dialog>
  );
}
