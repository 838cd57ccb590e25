import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { PaymentWebhookEvent, PaymentWebhookEventDetail } from "#contract/webhook-events.ts";
import { ReadFailure } from "#web/features/admin/read-failure.tsx";
import { formatCount } from "#web/features/admin/figures.tsx";
import { Moment } from "#web/features/admin/moment.tsx";
import { adminQuery } from "#web/features/admin/table/list-query.ts";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { usePress } from "#web/features/admin/use-press.ts";
import { orderAddress } from "#web/features/box-office/order-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { kinds, statuses } from "./labels.ts";

/** One webhook event: its status, its payload and the replay button. */
export function WebhookEventDetail({ path }: { path: string }) {
  const query = useQuery(adminQuery<PaymentWebhookEventDetail>(path));
  const { data } = query;
  const write = useAdminWrite();
  const replay = usePress("We couldn't replay the webhook", async () => {
    const after = await write<PaymentWebhookEvent>(`${path}/replay`, {});
    toast({ title: "Webhook replayed", description: statuses[after.status].meaning, tone: "good" });
  });
  if (!data) return query.error ? <ReadFailure label="The webhook" query={query} /> : <Skeleton className="h-64" />;
  return (
    <div className="grid gap-5">
      <ReadFailure label="The webhook" query={query} />
      {data.error && (
        <Callout tone={data.status === "failed" ? "bad" : "soon"} title={statuses[data.status].meaning}>
          <p className="wrap-anywhere">{data.error}</p>
        </Callout>
      )}
      <DataList
        className="text-sm"
        items={[
          { term: "Status", detail: statuses[data.status].label },
          { term: "Provider", detail: data.provider === "stripe" ? "Stripe" : "Sandbox" },
          { term: "About", detail: <span className="wrap-anywhere">{`${kinds[data.kind]} ${data.ref}`}</span> },
          data.order && {
            term: "Order",
            detail: (
              <Link to={orderAddress(data.order.id)} className="underline underline-offset-3">
                {data.order.number}
              </Link>
            ),
          },
          { term: "Received", detail: <Moment at={data.receivedAt} /> },
          data.processedAt && { term: "Processed", detail: <Moment at={data.processedAt} /> },
          { term: "Attempts", detail: formatCount(data.attempts) },
          { term: "ID", detail: <span className="wrap-anywhere">{data.webhookEventId}</span> },
        ]}
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
      <Button variant={data.status === "processed" ? "outline" : "gold"} {...replay}>
        Replay
      </Button>
    </div>
  );
}
