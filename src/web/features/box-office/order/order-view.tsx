import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { AdminOrderDetail } from "#contract/admin-order.ts";
import { ReadFailure } from "#web/features/admin/read-failure.tsx";
import { createPatience } from "#web/features/refunds/patience.ts";
import { FailedRefunds } from "#web/features/refunds/failed-refunds.tsx";
import { TimelineRow } from "#web/features/people/timeline-row.tsx";
import { EventMoment } from "#web/features/admin/moment.tsx";
import { WayUp } from "#web/features/admin/way-up.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { orderQuery } from "../queries.ts";
import { orderBadge } from "../labels.ts";
import { OrderDocuments } from "#web/features/order-documents/order-documents.tsx";
import { OrderActions } from "./order-actions.tsx";
import { OrderDetails } from "./order-details.tsx";
import { OrderMails } from "./order-mails.tsx";
import { OrderMoney } from "./order-money.tsx";
import { OrderNotes } from "./order-notes.tsx";
import { OrderPanel } from "./order-panel.tsx";
import { OrderSums } from "./order-sums.tsx";
import { OrderTickets } from "./order-tickets.tsx";

/** One whole order: its items, tickets, payments, emails, notes and history. */
export function OrderView({ id }: { id: string }) {
  const [patience] = useState(createPatience);
  const query = useQuery({
    ...orderQuery(id),
    refetchInterval: ({ state }) => patience(state.data?.refunds ?? [], state),
  });
  const { data: order, error } = query;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ReadFailure label="This order" query={query} />
      {!order && !error && <Skeleton className="h-96" />}
      {order && (
        <>
          <OrderHeader order={order} />
          <FailedRefunds orderId={order.id} />
          {/* On a phone, who bought the order comes first; on a wide screen it stands beside the tickets. */}
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem] xl:grid-rows-[auto_1fr]">
            <div className="min-w-0 xl:col-start-2">
              <OrderDetails order={order} />
            </div>
            <div className="grid min-w-0 gap-5 xl:col-start-1 xl:row-span-2 xl:row-start-1">
              <OrderTickets order={order} />
              <OrderSums order={order} />
              <OrderMoney order={order} />
              <OrderMails order={order} />
            </div>
            <div className="grid min-w-0 gap-5 xl:col-start-2">
              {order.paidAt !== null && order.totalCents > 0 && (
                <OrderPanel title="Documents">
                  <div className="px-4 py-2">
                    <OrderDocuments orderId={order.id} inAdmin />
                  </div>
                </OrderPanel>
              )}
              <OrderNotes order={order} />
              <OrderPanel title="History">
                <ol>
                  {order.history.map((moment) => (
                    <TimelineRow key={moment.key} moment={moment} />
                  ))}
                </ol>
              </OrderPanel>
            </div>
          </div>
        </>
      )}
    </div>
  );
}

function OrderHeader({ order }: { order: AdminOrderDetail }) {
  const eventAddress = withQuery(paths.ticketManagement(), { event: order.event.id, tab: "orders" });
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="grid gap-1">
        <WayUp to={eventAddress}>{`Orders for ${order.event.title}`}</WayUp>
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="display text-display-sm tabular-nums">{order.number}</span>
          <StatusBadge {...orderBadge(order.status, order.comp !== null)} />
        </h2>
        <p className="text-muted">
          <Link to={eventAddress} className="underline-offset-3 hover:underline">
            {order.event.title}
          </Link>{" "}
          · <EventMoment at={order.event.startsAt} timeZone={order.event.timeZone} />
        </p>
      </div>
      <OrderActions order={order} />
    </div>
  );
}
