import { Link } from "react-router";
import type { PaymentWebhookEvent } from "#contract/webhook-events.ts";
import { momentColumn, statusColumn } from "#web/features/admin/table/cells.tsx";
import { type List, StaffList, useStaffList } from "#web/features/admin/table/staff-list.tsx";
import { orderAddress } from "#web/features/box-office/order-link.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { WebhookEventDetail } from "./webhook-event-detail.tsx";
import { kinds, statuses } from "./labels.ts";

const webhooksPath = "/api/admin/money/webhook-events";

const webhooks: List<PaymentWebhookEvent> = {
  label: "Webhooks",
  path: webhooksPath,
  everyMs: 30_000,
  keyOf: ({ provider, webhookEventId }) => `${provider}:${webhookEventId}`,
  opens: "webhook",
  search: "Order number or provider ID",
  filters: {
    status: { label: "Status", choices: statuses },
    kind: { label: "Type", choices: kinds },
  },
  empty: "Webhooks from payment providers show up here and stay for 90 days.",
  columns: {
    eventId: {
      header: "Webhook",
      phone: "title",
      className: "columns:w-2/5",
      cell: ({ webhookEventId, error }) => (
        <span className="grid gap-0.5">
          <span className="font-semibold wrap-anywhere">{webhookEventId}</span>
          {error && <span className="line-clamp-2 text-sm font-normal text-muted wrap-anywhere">{error}</span>}
        </span>
      ),
    },
    kind: {
      header: "Type",
      phone: "part",
      cell: ({ kind, provider }) => `${kinds[kind]}, ${provider === "stripe" ? "Stripe" : "sandbox"}`,
    },
    order: {
      header: "Order",
      phone: "part",
      cell: ({ order }) =>
        order && (
          <Link to={orderAddress(order.id)} className="whitespace-nowrap tabular-nums underline underline-offset-3">
            {order.number}
          </Link>
        ),
    },
    status: statusColumn(statuses),
    attempts: { header: "Attempts", figures: true, phone: "hidden", cell: ({ attempts }) => attempts },
    receivedAt: momentColumn("receivedAt", "Received", { phone: "part" }),
  },
};

/** Webhook events from payment providers, and their status. */
export function WebhookEventsView() {
  const list = useStaffList(webhooks);
  const [, provider, id] = /^(sandbox|stripe):([\w-]{1,200})$/.exec(list.opened ?? "") ?? [];
  return (
    <>
      <StaffList list={list} />
      <Drawer open={id !== undefined} onOpenChange={(isOpen) => !isOpen && list.close()} title="Webhook">
        {id && <WebhookEventDetail path={`${webhooksPath}/${provider}/${encodeURIComponent(id)}`} />}
      </Drawer>
    </>
  );
}
