import { orderBadge } from "./order-table.tsx";
import { Details } from "#web/admin-kit/panel.tsx";
import { useMay } from "#web/features/accounts/use-may.ts";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link } from "#web/lib/router.ts";
import type { AdminOrderDetail } from "#contract/admin/order.ts";
import { afterRefunds, takenBack } from "#contract/figures.ts";
import { createPatience } from "#web/features/refunds/patience.ts";
import { FailedRefunds } from "./failed-refunds.tsx";
import { TimelineRow } from "../people/timeline-row.tsx";
import { EventMoment, Moment } from "#web/admin-kit/moment.tsx";
import { WayUp, hubPath } from "#web/admin-kit/admin-links.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { OrderDocuments } from "#web/features/order-documents/order-documents.tsx";
import { OrderMoney, OrderPanel, NothingYet, OrderNotes } from "./order-panels.tsx";
import { OrderTickets } from "./order-tickets.tsx";
import { OrderActions } from "./order-actions.tsx";
import { kindLabel, mailStatuses } from "#web/features/email/outbox/labels.ts";
import { formatMoney } from "#web/lib/money.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { DataList } from "#web/ui/data-list.tsx";

const FulfillmentPanel = lazyPart(
  "The items to send",
  async () => (await import("#web/features/fulfillment/fulfillment-panel.tsx")).FulfillmentPanel,
);

/** One whole order: its items, tickets, payments, emails, notes and history. */
export function OrderView({ id }: { id: string }) {
  const may = useMay();
  const [patience] = useState(createPatience);
  const query = useQuery({
    ...adminQuery("GET /api/admin/orders/{id}", { params: { id } }),
    refetchInterval: ({ state }) => patience(state.data?.refunds ?? [], state),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Loaded label="This order" query={query} className="h-96">
        {(order) => (
          <>
            <OrderHeader order={order} />
            {may("POST /api/admin/orders/{id}/refunds/{refundId}/retry") && <FailedRefunds orderId={order.id} />}
            {/* On a phone, who bought the order comes first; on a wide screen it stands beside the tickets. */}
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_min(22rem,50%)] xl:grid-rows-[auto_1fr]">
              <div className="min-w-0 xl:col-start-2">
                <OrderDetails order={order} />
              </div>
              <div className="grid min-w-0 gap-5 xl:col-start-1 xl:row-span-2 xl:row-start-1">
                <OrderTickets order={order} />
                {hasProducts(order) && may("GET /api/admin/orders/{id}/fulfillment") && (
                  <Suspense fallback={null}>
                    <FulfillmentPanel orderId={order.id} />
                  </Suspense>
                )}
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
      </Loaded>
    </div>
  );
}

const hasProducts = ({ lines }: AdminOrderDetail) => lines.some(({ variantId }) => variantId !== undefined);

function OrderHeader({ order }: { order: AdminOrderDetail }) {
  const { event } = order;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="grid gap-1">
        {event === null ? (
          <WayUp to={paths.ticketManagement()}>Orders</WayUp>
        ) : (
          <WayUp to={hubPath(event.id, "orders")}>{`Orders for ${event.title}`}</WayUp>
        )}
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="display text-display-sm tabular-nums">{order.number}</span>
          <StatusBadge {...orderBadge(order.status, order.comp !== null)} />
        </h2>
        {event !== null && (
          <p className="text-muted">
            <Link to={hubPath(event.id, "orders")} className="underline-offset-3 hover:underline">
              {event.title}
            </Link>{" "}
            · <EventMoment at={event.startsAt} timeZone={event.timeZone} />
          </p>
        )}
      </div>
      <OrderActions order={order} />
    </div>
  );
}

/** The emails about this order. */
function OrderMails({ order: { mails, buyer, event } }: { order: AdminOrderDetail }) {
  return (
    <OrderPanel title="Emails" count={mails.length}>
      {mails.length === 0 && <NothingYet>No emails about this order yet.</NothingYet>}
      <ul aria-label="Emails">
        {mails.map((mail) => (
          <li
            key={mail.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0"
          >
            <Link
              to={withQuery(paths.emailManagement(), { id: mail.id })}
              className="min-w-0 flex-1 basis-52 underline decoration-edge underline-offset-3 wrap-anywhere hover:decoration-current"
            >
              {mail.subject ?? kindLabel(mail.kind)}
              {mail.address !== buyer.email && <span className="block text-sm text-muted">To {mail.address}</span>}
            </Link>
            <p className="flex items-center gap-3 text-sm text-muted">
              <Moment at={mail.createdAt} relative timeZone={event?.timeZone} />
              <StatusBadge {...mailStatuses[mail.status]} />
            </p>
          </li>
        ))}
      </ul>
    </OrderPanel>
  );
}

/** The order's items and totals. */
function OrderSums({ order }: { order: AdminOrderDetail }) {
  const money = (cents: number) => formatMoney(cents, order.currency);
  const isPlain = order.totalCents === order.subtotalCents;
  // Read from top to bottom, these add up: the items, what is taken off or added, the total.
  const sums = [
    !isPlain && { term: "Subtotal", detail: money(order.subtotalCents) },
    order.discountCents > 0 && {
      term: order.promoCode ? `Code ${order.promoCode}` : "Discount",
      detail: `−${money(order.discountCents)}`,
    },
    order.taxCents > 0 && { term: "Tax", detail: money(order.taxCents) },
    order.shippingCents > 0 && { term: "Shipping", detail: money(order.shippingCents) },
    { term: "Total", detail: money(order.totalCents), strong: true },
    order.returnedCents > 0 && {
      term: order.disputes.some(({ status }) => status === "lost") ? takenBack : "Refunded",
      detail: `−${money(order.returnedCents)}`,
    },
    order.returnedCents > 0 && { term: afterRefunds, detail: money(order.netCents), strong: true },
  ];
  return (
    <OrderPanel title="Items">
      <ul aria-label="Items">
        {order.lines.map((line) => (
          <li key={line.id} className="split-row border-b border-line px-4 py-2.5">
            <p>
              {line.quantity} × <bdi>{line.name}</bdi>
              <span className="block text-sm text-muted tabular-nums">
                {money(line.unitCents)} each
                {(line.ticketsPerUnit ?? 1) > 1 && `, admits ${line.ticketsPerUnit}`}
              </span>
            </p>
            <p className="tabular-nums">{money(line.totalCents)}</p>
          </li>
        ))}
      </ul>
      <DataList className="p-4" items={sums} />
      {order.feeCents > 0 && (
        <p className="px-4 pb-4 text-sm text-muted">The total includes fees of {money(order.feeCents)}.</p>
      )}
    </OrderPanel>
  );
}

/** Who bought, when, and how they got here. */
function OrderDetails({ order }: { order: AdminOrderDetail }) {
  const { buyer, comp, promoter, source, campaign, promoCode } = order;
  return (
    <OrderPanel title={comp ? "Guest" : "Buyer"}>
      <div className="grid gap-4 p-4">
        <p className="grid gap-0.5">
          <Link
            to={paths.admin({ section: "customers", id: order.id })}
            className="w-fit font-semibold underline decoration-edge underline-offset-3 wrap-anywhere hover:decoration-current"
          >
            {buyer.name}
          </Link>
          <span className="text-sm text-muted wrap-anywhere">{buyer.email}</span>
        </p>
        <Details
          of={{
            Placed: <Moment at={order.createdAt} timeZone={order.event?.timeZone} />,
            [comp ? "Issued" : "Paid"]: order.paidAt && <Moment at={order.paidAt} timeZone={order.event?.timeZone} />,
            "On hold until": order.holdExpiresAt && (
              <Moment at={order.holdExpiresAt} timeZone={order.event?.timeZone} />
            ),
            "Promo code": promoCode,
            "Came from": [source, campaign].filter(Boolean).join(" · ") || null,
            Promoter: promoter && (
              <Link
                to={withQuery(paths.admin(), { section: "promotions", list: "promoters", promoter: promoter.id })}
                className="underline decoration-edge underline-offset-3"
              >
                {promoter.name}
              </Link>
            ),
            "Issued by": comp?.by,
          }}
        />
        {comp && <p className="border-l-2 border-gold pl-3 text-sm wrap-anywhere">{comp.reason}</p>}
      </div>
    </OrderPanel>
  );
}
