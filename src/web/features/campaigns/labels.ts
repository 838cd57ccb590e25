import { CalendarClock, HeartHandshake, type LucideIcon, PartyPopper, ShoppingBag, ShoppingCart } from "lucide-react";
import type { AutomationTrigger } from "#contract/campaigns/automations.ts";
import type { CampaignStatus, MessageContent, RecipientStatus } from "#contract/campaigns/campaigns.ts";
import { counted } from "#web/admin-kit/figures.tsx";
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

/** "2 hours", or "180 days" for whole days from two on. */
export const waitText = (hours: number) =>
  hours >= 48 && hours % 24 === 0 ? counted(hours / 24, "day") : counted(hours, "hour");

/** What each trigger is called, and how its wait reads after the number of hours. */
export const triggers: Record<AutomationTrigger, { label: string; wait: string; hours: number; Icon: LucideIcon }> = {
  after_purchase: { label: "After a purchase", wait: "after the purchase", hours: 1, Icon: ShoppingBag },
  day_before: { label: "Before the event", wait: "before the event starts", hours: 24, Icon: CalendarClock },
  after_event: { label: "After the event", wait: "after the event ends", hours: 12, Icon: PartyPopper },
  abandoned_checkout: { label: "Abandoned checkout", wait: "after the checkout expired", hours: 2, Icon: ShoppingCart },
  win_back: { label: "Win-back", wait: "after their last order", hours: 4320, Icon: HeartHandshake },
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
