import { paymentBadge, disputeStatuses } from "#web/features/payments/labels.ts";
import { useMay } from "#web/features/accounts/use-may.ts";
import { refundReason, refundStatuses } from "#web/features/refunds/admin-labels.ts";
import type { AdminOrderDetail } from "#contract/admin/order.ts";
import { formatMoney } from "#web/lib/money.ts";
import { StatusBadge, type BadgeLabel } from "#web/ui/badge.tsx";
import { Moment } from "#web/admin-kit/moment.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { StaffNotes } from "#web/admin-kit/staff-notes.tsx";
import { type ReactNode, useId } from "react";

/** What staff tell each other about an order. No one else can read it, and it's never removed. */
export function OrderNotes({ order }: { order: Pick<AdminOrderDetail, "id" | "notes"> }) {
  const may = useMay();
  const open = order.notes.filter(({ deleted }) => deleted === null).length;
  return (
    <OrderPanel title="Notes" count={open}>
      <StaffNotes
        label="Order notes"
        notes={order.notes}
        isReadOnly={!may("POST /api/admin/orders/{id}/notes")}
        add={(write, text, key) =>
          write("POST /api/admin/orders/{id}/notes", { params: { id: order.id }, body: { text }, key })
        }
        remove={(write, id) => write("POST /api/admin/order-notes/{id}/delete", { params: { id }, body: {} })}
      />
    </OrderPanel>
  );
}

/** One part of an order's page. */
export function OrderPanel({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-line bg-panel">
      <header className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2">
        <h3 id={id} className="font-semibold">
          {title}
          {count ? <span className="ml-2 font-normal text-muted tabular-nums">{count}</span> : null}
        </h3>
      </header>
      {children}
    </section>
  );
}

/** The text of a panel that has nothing in it. */
export const NothingYet = ({ children }: { children: ReactNode }) => (
  <p className="px-4 py-5 text-sm text-muted">{children}</p>
);

/** An order's payment attempts, refunds and disputes. */
export function OrderMoney({ order }: { order: AdminOrderDetail }) {
  if (order.comp) return null;
  return (
    <>
      <MoneyPanel
        title="Payments"
        timeZone={order.event?.timeZone}
        lead={order.payments.length === 0 && <NothingYet>No one has tried to pay for this order.</NothingYet>}
        rows={order.payments.map((payment) => ({
          ...payment,
          badge: paymentBadge(payment.status),
          at: payment.capturedAt ?? payment.createdAt,
          text: (
            <>
              {payment.provider === "stripe" ? "Stripe" : "Sandbox"}
              {payment.providerRef && <span className="font-mono text-xs wrap-anywhere"> {payment.providerRef}</span>}
            </>
          ),
        }))}
      />
      {order.refunds.length > 0 && (
        <MoneyPanel
          title="Refunds"
          timeZone={order.event?.timeZone}
          rows={order.refunds.map((refund) => ({
            ...refund,
            currency: order.currency,
            badge: refundStatuses[refund.status],
            at: refund.doneAt ?? refund.createdAt,
            text: keptLabels[refund.kind ?? "units"] ?? refundReason(refund.reason),
          }))}
        />
      )}
      {order.disputes.length > 0 && <OrderDisputes order={order} />}
    </>
  );
}

/** What refunds are for that leave the tickets as they are. */
const keptLabels: Record<string, string | undefined> = {
  difference: "Price difference after a move; the ticket stays valid",
  amount: "Partial refund; tickets stay valid",
};

/** What the buyer's bank disputes, and what that means for the order in the meantime. */
function OrderDisputes({ order: { disputes, currency, event } }: { order: AdminOrderDetail }) {
  return (
    <MoneyPanel
      title="Disputes"
      timeZone={event?.timeZone}
      lead={
        disputes.some(({ status }) => status === "open") && (
          <div className="border-b border-line p-4">
            <Callout tone="soon" title="The buyer's bank opened a dispute">
              Tickets that aren't checked in are frozen, and you can't refund this order. Submit evidence to the payment
              provider; the bank's decision shows up here automatically.
            </Callout>
          </div>
        )
      }
      rows={disputes.map((dispute) => ({
        ...dispute,
        currency,
        badge: disputeStatuses[dispute.status],
        at: dispute.closedAt ?? dispute.openedAt,
        text: (
          <>
            Reason: {dispute.reason.replaceAll("_", " ")}
            {dispute.status === "open" && dispute.evidenceDueAt && (
              <>
                {" · evidence due "}
                <Moment at={dispute.evidenceDueAt} timeZone={event?.timeZone} />
              </>
            )}
            <span className="block font-mono text-xs wrap-anywhere">{dispute.providerRef}</span>
          </>
        ),
      }))}
    />
  );
}

type MoneyRow = {
  id: string | number;
  amountCents: number;
  currency: string;
  badge: BadgeLabel;
  at: string;
  text: ReactNode;
};

type MoneyPanelProps = { title: string; timeZone: string | undefined; lead?: ReactNode; rows: MoneyRow[] };

/** Amounts, when they moved in the time zone of the order's event, and their statuses. */
function MoneyPanel({ title, timeZone, lead, rows }: MoneyPanelProps) {
  return (
    <OrderPanel title={title} count={rows.length}>
      {lead}
      <ul aria-label={title}>
        {rows.map(({ id, amountCents, currency, badge, at, text }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0"
          >
            <p className="min-w-0 flex-1 basis-40">
              <span className="font-semibold tabular-nums">{formatMoney(amountCents, currency)}</span>
              <span className="block text-sm text-muted">{text}</span>
            </p>
            <p className="flex items-center gap-3 text-sm text-muted">
              <Moment at={at} timeZone={timeZone} />
              <StatusBadge {...badge} />
            </p>
          </li>
        ))}
      </ul>
    </OrderPanel>
  );
}
