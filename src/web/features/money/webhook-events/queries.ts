import type { PaymentWebhookEvent, PaymentWebhookEventDetail } from "#contract/webhook-events.ts";
import { adminQuery, type ListAt, type ListReply } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type WebhookEventFilter = ListAt & {
  q?: string | undefined;
  status?: string | undefined;
  kind?: string | undefined;
};

const address = "/api/admin/money/webhook-events";

/** Webhook events from payment providers, refetched every half minute. */
export const webhookEventsQuery = (filter: WebhookEventFilter = {}) =>
  adminQuery<ListReply<PaymentWebhookEvent>>(withQuery(address, filter), 30_000);

export const webhookEventPath = ({
  provider,
  webhookEventId,
}: Pick<PaymentWebhookEvent, "provider" | "webhookEventId">) =>
  `${address}/${provider}/${encodeURIComponent(webhookEventId)}`;

/** One webhook event with its payload. */
export const webhookEventQuery = (name: Pick<PaymentWebhookEvent, "provider" | "webhookEventId">) =>
  adminQuery<PaymentWebhookEventDetail>(webhookEventPath(name));
