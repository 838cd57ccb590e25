import type { AutomationTrigger } from "#contract/email-automations.ts";
import type { CampaignStatus, MessageContent, RecipientStatus } from "#contract/email-campaigns.ts";
import type { BadgeLabel } from "#web/ui/badge.tsx";

export const campaignStatuses: Record<CampaignStatus, BadgeLabel> = {
  draft: { label: "Draft", tone: "plain" },
  scheduled: { label: "Scheduled", tone: "soon" },
  running: { label: "Sending", tone: "gold" },
  paused: { label: "Paused", tone: "soon" },
  stopped: { label: "Stopped", tone: "gone" },
  done: { label: "Sent", tone: "good" },
};

export const purposes = { marketing: "Marketing", event_message: "Message to attendees" } as const;

export const recipientStatuses: Record<RecipientStatus, BadgeLabel> = {
  waiting: { label: "Waiting", tone: "soon" },
  sending: { label: "Sending", tone: "soon" },
  sent: { label: "Sent", tone: "good" },
  not_sent: { label: "Not sent", tone: "plain" },
  failed: { label: "Failed", tone: "gone" },
  unknown: { label: "Unknown", tone: "soon" },
  skipped: { label: "Skipped", tone: "plain" },
};

/** What each trigger is called, and how its wait reads after the number of hours. */
export const triggers: Record<AutomationTrigger, { label: string; wait: string; hours: number }> = {
  after_purchase: { label: "After a purchase", wait: "hours after the purchase", hours: 1 },
  day_before: { label: "Before the event", wait: "hours before the event starts", hours: 24 },
  after_event: { label: "After the event", wait: "hours after the event ends", hours: 12 },
  abandoned_checkout: { label: "Abandoned checkout", wait: "hours after the checkout expired", hours: 2 },
  win_back: { label: "Win-back", wait: "hours after their last order", hours: 4320 },
};

/** A message before anything is typed. */
export const noContent: MessageContent = {
  subject: "",
  preheader: "",
  body: "",
  heroKey: null,
  button: null,
  eventId: null,
};
