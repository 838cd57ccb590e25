import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { WebhookEventKind, WebhookEventStatus, type PaymentWebhookEvent } from "#contract/webhook-events.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { TableToolbar } from "#web/features/admin/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { WebhookEventDetail } from "./webhook-event-detail.tsx";
import { webhookEventsQuery } from "./queries.ts";
import { aboutOf, kindChoices, statusChoices, statuses } from "./labels.ts";

const columns: Column<PaymentWebhookEvent>[] = [
  {
    id: "eventId",
    header: "Webhook",
    meta: { phone: "title", className: "columns:w-2/5" },
    cell: ({ row: { original: webhook } }) => (
      <span className="grid gap-0.5">
        <span className="font-semibold wrap-anywhere">{webhook.webhookEventId}</span>
        {webhook.error && (
          <span className="line-clamp-2 text-sm font-normal text-muted wrap-anywhere">{webhook.error}</span>
        )}
      </span>
    ),
  },
  {
    id: "kind",
    header: "Type",
    meta: { phone: "part" },
    cell: ({ row: { original: webhook } }) =>
      `${aboutOf(webhook.kind)}, ${webhook.provider === "stripe" ? "Stripe" : "sandbox"}`,
  },
  {
    id: "order",
    header: "Order",
    meta: { phone: "part" },
    cell: ({ row: { original: webhook } }) =>
      webhook.order && (
        <Link
          to={withQuery(paths.ticketManagement(), { order: webhook.order.id })}
          className="whitespace-nowrap tabular-nums underline underline-offset-3"
        >
          {webhook.order.number}
        </Link>
      ),
  },
  {
    id: "status",
    header: "Status",
    meta: { phone: "aside" },
    cell: ({ row: { original: webhook } }) => (
      <Badge tone={statuses[webhook.status].tone}>{statuses[webhook.status].label}</Badge>
    ),
  },
  { accessorKey: "attempts", header: "Attempts", meta: { figures: true, phone: "hidden" } },
  {
    id: "receivedAt",
    header: "Received",
    meta: { figures: true, phone: "part" },
    cell: ({ row: { original: webhook } }) => <Moment at={webhook.receivedAt} relative />,
  },
];

const nameOf = (text: string | null) => {
  const parts = /^(sandbox|stripe):([\w-]{1,200})$/.exec(text ?? "");
  return parts ? { provider: parts[1] as PaymentWebhookEvent["provider"], webhookEventId: parts[2]! } : undefined;
};

/** Webhook events from payment providers, and their status. */
export function WebhookEventsView() {
  const address = useListAddress();
  const status = address.choice("status", WebhookEventStatus.options);
  const kind = address.choice("kind", WebhookEventKind.options);
  const query = useQuery(webhookEventsQuery({ q: address.q, status, kind, ...address.at }));
  const opened = nameOf(address.search.get("webhook"));
  return (
    <>
      <StaffTable
        label="Webhooks"
        columns={columns}
        query={query}
        address={address}
        keyOf={({ provider, webhookEventId }) => `${provider}:${webhookEventId}`}
        rowTo={({ provider, webhookEventId }) =>
          address.addressWith({ webhook: `${provider}:${webhookEventId}`, ...address.at })
        }
        empty={{
          title: "No webhooks",
          text:
            address.q || status || kind
              ? "No webhooks match your search."
              : "Webhooks from payment providers show up here and stay for 90 days.",
        }}
        toolbar={
          <TableToolbar
            address={address}
            placeholder="Order number or provider ID"
            filters={
              <>
                <FilterSelect
                  label="Status"
                  any="Any status"
                  value={status}
                  choices={statusChoices}
                  onChange={(value) => address.change({ status: value })}
                />
                <FilterSelect
                  label="Type"
                  any="Any type"
                  value={kind}
                  choices={kindChoices}
                  onChange={(value) => address.change({ kind: value })}
                />
              </>
            }
          />
        }
      />
      <Drawer
        open={opened !== undefined}
        onOpenChange={(isOpen) => !isOpen && address.change({ webhook: undefined, ...address.at }, { replace: true })}
        title="Webhook"
      >
        {opened && <WebhookEventDetail name={opened} />}
      </Drawer>
    </>
  );
}
