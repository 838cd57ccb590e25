import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { PaymentWebhookEvent } from "#contract/webhook-events.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { ReadFailure } from "#web/features/admin/read-failure.tsx";
import { formatCount } from "#web/features/admin/figures.tsx";
import { Moment } from "#web/features/admin/moment.tsx";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { webhookEventPath, webhookEventQuery } from "./queries.ts";
import { aboutOf, statuses } from "./labels.ts";

function useReplay(name: Pick<PaymentWebhookEvent, "provider" | "webhookEventId">) {
  const write = useAdminWrite();
  const [isBusy, setBusy] = useState(false);
  async function replay() {
    setBusy(true);
    try {
      const after = await write<PaymentWebhookEvent>(`${webhookEventPath(name)}/replay`, {});
      toast({ title: "Webhook replayed", description: statuses[after.status].meaning, tone: "good" });
    } catch (error) {
      toast({ title: "We couldn't replay the webhook", description: failureText(error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, replay };
}

/** One webhook event: its status, its payload and the replay button. */
export function WebhookEventDetail({ name }: { name: Pick<PaymentWebhookEvent, "provider" | "webhookEventId"> }) {
  const query = useQuery(webhookEventQuery(name));
  const { data } = query;
  const { isBusy, replay } = useReplay(name);
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
          { term: "About", detail: <span className="wrap-anywhere">{`${aboutOf(data.kind)} ${data.ref}`}</span> },
          ...(data.order
            ? [
                {
                  term: "Order",
                  detail: (
                    <Link
                      to={withQuery(paths.ticketManagement(), { order: data.order.id })}
                      className="underline underline-offset-3"
                    >
                      {data.order.number}
                    </Link>
                  ),
                },
              ]
            : []),
          { term: "Received", detail: <Moment at={data.receivedAt} /> },
          ...(data.processedAt ? [{ term: "Processed", detail: <Moment at={data.processedAt} /> }] : []),
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
      <Button variant={data.status === "processed" ? "outline" : "gold"} loading={isBusy} onClick={() => void replay()}>
        Replay
      </Button>
    </div>
  );
}
