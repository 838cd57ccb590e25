import type { WebhookEventKind, WebhookEventStatus } from "#contract/webhook-events.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

export const statuses: Record<WebhookEventStatus, { label: string; meaning: string; tone: BadgeTone }> = {
  processed: { label: "Processed", meaning: "It took effect.", tone: "good" },
  waiting: { label: "Waiting", meaning: "We'll retry it automatically.", tone: "soon" },
  failed: { label: "Failed", meaning: "We stopped retrying it.", tone: "gone" },
};

const kinds: Record<WebhookEventKind, string> = {
  session: "Payment",
  refund: "Refund",
  dispute: "Dispute",
  other: "Other",
};
export const aboutOf = (kind: WebhookEventKind) => kinds[kind];
export const kindChoices = Object.entries(kinds).map(([value, label]) => ({ value, label }));
export const statusChoices = Object.entries(statuses).map(([value, { label }]) => ({ value, label }));
