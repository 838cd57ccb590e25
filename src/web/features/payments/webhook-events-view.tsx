import { Details } from "#web/admin-kit/panel.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { Link } from "#web/lib/router.ts";
import type { PaymentWebhookEvent } from "#contract/payments/webhook-events.ts";
import { momentColumn, statusColumn } from "#web/admin-kit/table/cells.tsx";
import { staffList, StaffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { orderAddress } from "#web/admin-kit/admin-links.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { type BadgeLabel, gone, good, soon } from "#web/ui/badge.tsx";
import { useQuery } from "@tanstack/react-query";
import { formatCount } from "#web/admin-kit/figures.tsx";
import { Moment } from "#web/admin-kit/moment.tsx";
import type { ParamsOf } from "#contract/calls.ts";
import type { PaymentProvider } from "#contract/payments/payments.ts";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { useMay } from "#web/features/accounts/use-may.ts";
import { showSuccess, usePress } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";

const statuses: Record<PaymentWebhookEvent["status"], BadgeLabel & { meaning: string }> = {
  processed: { ...good("Processed"), meaning: "It took effect." },
  waiting: { ...soon("Waiting"), meaning: "We'll retry it automatically." },
  failed: { ...gone("Failed"), meaning: "We stopped retrying it." },
};

const kinds: Record<PaymentWebhookEvent["kind"], string> = {
  session: "Payment",
  refund: "Refund",
  dispute: "Dispute",
  other: "Other",
};

const webhooks = staffList("GET /api/admin/money/webhook-events", {
  label: "Webhooks",
  isPlain: true,
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
          <Link
            to={orderAddress(order.id)}
            className="tabular-nums underline underline-offset-3 [td_&]:whitespace-nowrap"
          >
            {order.number}
          </Link>
        ),
    },
    status: statusColumn(statuses),
    attempts: { header: "Attempts", figures: true, phone: "hidden", cell: ({ attempts }) => attempts },
    receivedAt: momentColumn("receivedAt", "Received", { phone: "part" }),
  },
});

/** Webhook events from payment providers, and their status. */
export function WebhookEventsView() {
  const list = useStaffList(webhooks);
  const [, provider, id] = /^(sandbox|stripe):([\w-]{1,200})$/.exec(list.opened ?? "") ?? [];
  const params = id !== undefined && { provider: provider as PaymentProvider, webhookEventId: id };
  return (
    <>
      <StaffList list={list} />
      <Drawer open={id !== undefined} onClose={list.close} title="Webhook">
        {params && <WebhookEventDetail params={params} />}
      </Drawer>
    </>
  );
}

/** One webhook event: its status, its payload and the replay button. */
function WebhookEventDetail({
  params,
}: {
  params: ParamsOf<"GET /api/admin/money/webhook-events/{provider}/{webhookEventId}">;
}) {
  const query = useQuery(adminQuery("GET /api/admin/money/webhook-events/{provider}/{webhookEventId}", { params }));
  const may = useMay();
  const replay = usePress("We couldn't replay the webhook", async (write) => {
    const after = await write("POST /api/admin/money/webhook-events/{provider}/{webhookEventId}/replay", {
      params,
      body: {},
    });
    showSuccess("Webhook replayed", statuses[after.status].meaning);
  });
  return (
    <div className="grid gap-5">
      <Loaded label="The webhook" query={query} className="h-64">
        {(data) => (
          <>
            {data.error && (
              <Callout tone={data.status === "failed" ? "bad" : "soon"} title={statuses[data.status].meaning}>
                <p className="wrap-anywhere">{data.error}</p>
              </Callout>
            )}
            <Details
              of={{
                Status: statuses[data.status].label,
                Provider: data.provider === "stripe" ? "Stripe" : "Sandbox",
                About: `${kinds[data.kind]} ${data.ref}`,
                Order: data.order && (
                  <Link to={orderAddress(data.order.id)} className="underline underline-offset-3">
                    {data.order.number}
                  </Link>
                ),
                Received: <Moment at={data.receivedAt} />,
                Processed: data.processedAt && <Moment at={data.processedAt} />,
                Attempts: formatCount(data.attempts),
                ID: data.webhookEventId,
              }}
            />
            <div className="grid gap-1.5">
              <p className="text-sm font-semibold text-muted">Payload, secrets redacted</p>
              <pre
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it must scroll by keyboard too
                tabIndex={0}
                aria-label="Webhook payload"
                role="region"
                className="max-h-80 overflow-auto rounded-sm border border-line bg-page p-3 text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap"
              >
                {data.body}
              </pre>
            </div>
            {may("POST /api/admin/money/webhook-events/{provider}/{webhookEventId}/replay") && (
              <Button variant={data.status === "processed" ? "outline" : "gold"} {...replay}>
                Replay
              </Button>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}
