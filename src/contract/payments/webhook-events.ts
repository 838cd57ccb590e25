import { z } from "zod";
import { adminEndpoint, fileEndpoint, listEndpoint } from "../endpoint.ts";
import { PaymentProvider } from "./payments.ts";
import { CursorList, Instant, InstantOrNull, Line, OrderReference, paging, SearchText, TextOrNull } from "../shapes.ts";

/** `processed`: handled. `waiting`: will be retried automatically. `failed`: all attempts failed. */
export const WebhookEventStatus = z.enum(["processed", "waiting", "failed"]);
export type WebhookEventStatus = z.infer<typeof WebhookEventStatus>;

/** `session` is a payment page; nothing is done about `other`. */
export const WebhookEventKind = z.enum(["session", "refund", "dispute", "other"]);

/** A webhook event from a payment provider, as received. Stored for 90 days. */
export const PaymentWebhookEvent = z.object({
  provider: PaymentProvider,
  /** The provider's id of the webhook event. */
  webhookEventId: z.string(),
  /** What it is about, and the provider's id of that. */
  kind: WebhookEventKind,
  ref: z.string(),
  order: OrderReference.nullable(),
  status: WebhookEventStatus,
  attempts: z.int(),
  /** Why the last attempt failed; null once it is processed. */
  error: TextOrNull,
  receivedAt: Instant,
  processedAt: InstantOrNull,
});
export type PaymentWebhookEvent = z.infer<typeof PaymentWebhookEvent>;

export const ListWebhookEventsQuery = z.object({
  /** Part of the webhook event's id, of what it is about, or an order number. */
  q: SearchText,
  status: WebhookEventStatus.optional(),
  kind: WebhookEventKind.optional(),
  ...paging,
});
export type ListWebhookEventsQuery = z.infer<typeof ListWebhookEventsQuery>;

export const listWebhookEvents = listEndpoint(
  "/api/admin/money/webhook-events",
  "Webhook events from payment providers, newest first, with their status",
  ListWebhookEventsQuery,
  CursorList(PaymentWebhookEvent),
);

/** Without their bodies. Times are in UTC. */
export const exportWebhookEvents = fileEndpoint(
  "/api/admin/money/webhook-events.csv",
  ListWebhookEventsQuery.omit({ page: true, cursor: true }),
  undefined,
  false,
);

const webhookEventParams = z.object({ provider: PaymentProvider, webhookEventId: z.string().regex(/^[\w-]{1,200}$/) });

/** A webhook event with its payload. Secrets are redacted. */
export const PaymentWebhookEventDetail = PaymentWebhookEvent.extend({ body: z.string() });
export type PaymentWebhookEventDetail = z.infer<typeof PaymentWebhookEventDetail>;

/** `not_found` also once it was deleted, after 90 days. */
export const getWebhookEvent = adminEndpoint(
  "GET /api/admin/money/webhook-events/{provider}/{webhookEventId}",
  "One webhook event with its payload, secrets redacted",
  {
    params: webhookEventParams,
    reply: PaymentWebhookEventDetail,
  },
);

/** The activity log records it. `unavailable` if the provider doesn't respond. */
export const replayWebhookEvent = adminEndpoint(
  "POST /api/admin/money/webhook-events/{provider}/{webhookEventId}/replay",
  "Process a webhook event again; nothing is applied twice",
  {
    delicate: 30,
    params: webhookEventParams,
    body: z.strictObject({ reason: Line(3, 200).optional() }).optional(),
    reply: PaymentWebhookEvent,
    errors: ["not_found", "unavailable"],
  },
);
