import type { WebhookEventKind, WebhookEventStatus } from "#contract/webhook-events.ts";
import type { BadgeLabel } from "#web/ui/badge.tsx";

export const statuses: Record<WebhookEventStatus, BadgeLabel & { meaning: string }> = {
  processed: { label: "Processed", meaning: "It took effect.", tone: "good" },
  waiting: { label: "Waiting", meaning: "We'll retry it automatically.", tone: "soon" },
  failed: { label: "Failed", meaning: "We stopped retrying it.", tone: "gone" },
};

export const kinds: Record<WebhookEventKind, string> = {
  session: "Payment",
  refund: "Refund",
  dispute: "Dispute",
  other: "Other",
};
