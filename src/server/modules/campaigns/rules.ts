import { plainLetters } from "#contract/letters.ts";
import type { CampaignCounts, CampaignStatus } from "#contract/campaigns/campaigns.ts";
import type { CampaignPurpose } from "#contract/campaigns/audiences.ts";
import type { AutomationTrigger } from "#contract/campaigns/automations.ts";

/** Sources and names of links, so that orders are attributed to the message that brought them. */
export const utmSource = "email";

/** The `utm_campaign` of a campaign: readable, unique by its number, at most 40 characters. */
export function utmOf(name: string, id: number): string {
  const words = plainLetters(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return [words.slice(0, 28).replace(/-+$/, ""), String(id)].filter(Boolean).join("-");
}

/** A link of a message: absolute, and with the message's UTM parameters if it leads to this site. */
export function toTracked(url: string, baseUrl: string, campaign: string): string {
  const absolute = new URL(url, baseUrl);
  if (absolute.origin === baseUrl) {
    absolute.searchParams.set("utm_source", utmSource);
    absolute.searchParams.set("utm_medium", "email");
    absolute.searchParams.set("utm_campaign", campaign);
  }
  return absolute.href;
}

/** Why someone gets a message, as its last lines say. @param aboutEvent the event that they have tickets for */
export function reasonOf(purpose: CampaignPurpose, aboutEvent: string | undefined): string {
  if (purpose === "marketing") return "You're receiving this email because you asked for news about our events.";
  return aboutEvent === undefined
    ? "You're receiving this email because of an order placed with this address."
    : `You're receiving this email because you have tickets for ${aboutEvent}.`;
}

/** What staff can do with a campaign; the status that it gets. */
export const steps = {
  unschedule: { from: ["scheduled"], to: "draft" },
  pause: { from: ["running"], to: "paused" },
  resume: { from: ["paused"], to: "running" },
  stop: { from: ["running", "paused"], to: "stopped" },
} as const satisfies Record<string, { from: CampaignStatus[]; to: CampaignStatus }>;
export type Step = keyof typeof steps;

/** How far the count that the sender confirmed may be off: people buy and unsubscribe meanwhile. */
export const isStillConfirmed = (confirmed: number, now: number): boolean =>
  Math.abs(now - confirmed) <= Math.max(5, confirmed / 10);

/** Most messages to the attendees of one event in a day. */
export const maxEventMessagesPerDay = 3;

const shownStatus: Record<string, keyof CampaignCounts> = {
  queued: "waiting",
  sending: "sending",
  sent: "sent",
  not_sent: "not_sent",
  failed: "failed",
  unknown: "unknown",
  suppressed: "skipped",
  merged: "sent",
};

/**
 * What became of all recipients.
 *
 * @param noMail recipients without an email yet: they wait, or were left out when the campaign was stopped
 */
export function toCounts(
  byStatus: { status: string; count: number }[],
  noMail: number,
  isStopped: boolean,
): CampaignCounts {
  const counts: CampaignCounts = {
    total: noMail,
    waiting: 0,
    sending: 0,
    sent: 0,
    not_sent: 0,
    failed: 0,
    unknown: 0,
    skipped: 0,
  };
  counts[isStopped ? "skipped" : "waiting"] += noMail;
  for (const { status, count } of byStatus) {
    counts[shownStatus[status]!] += count;
    counts.total += count;
  }
  return counts;
}

/** How long after an email was handed over a click can't be a person's: scanners follow links before it is delivered. */
const scannerSeconds = 10;
/** Programs that open links to look for malware, besides those that call themselves bots. */
const scanners =
  /barracuda|proofpoint|mimecast|safelinks|ms-?office|microsoft preview|forcepoint|trendmicro|symantec|cloudmark|fortinet|sophos|ironport|avanan|urldefense|googleimageproxy|yahoomailproxy|headless|python|curl|wget|go-http|java\/|okhttp|axios|node-fetch/i;

/** Whether following a link counts as a person's click. */
export function countsAsClick(call: {
  method: string;
  userAgent: string | undefined;
  isPrefetch: boolean;
  isBot: boolean;
  secondsSinceSent: number | null;
}): boolean {
  if (call.method !== "GET" || call.isBot || call.isPrefetch) return false;
  if (call.userAgent === undefined || scanners.test(call.userAgent)) return false;
  return call.secondsSinceSent !== null && call.secondsSinceSent >= scannerSeconds;
}

/** Automations that ask people to buy something: their readers must have opted in. */
export const marketingTriggers: AutomationTrigger[] = ["abandoned_checkout", "win_back"];

/** Whether each message of an automation is about an event: it counts the hours from that event. */
export const isAboutEvent = (trigger: AutomationTrigger): boolean =>
  trigger === "day_before" || trigger === "after_event";

/** Whether an automation's readers must have opted in. */
export const isMarketing = (trigger: AutomationTrigger): boolean => marketingTriggers.includes(trigger);
