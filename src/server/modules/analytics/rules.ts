import type { AnalyticsQuery, PageView } from "#contract/analytics.ts";

/** A page view as it is stored. */
export interface PageViewRow extends Sender, Pick<PageView, "path" | "sessionId" | "deviceType" | "browser"> {
  referrerHost: string | null;
}

/** What people do with an event or a product that we count. */
export type InteractionKind = "event_view" | "ticket_click" | "product_view" | "product_click";

/** One such view or click as it is stored. */
export interface InteractionRow extends Sender {
  kind: InteractionKind;
  subjectId: number;
}

/** Who sent a page view, as the server knows it. */
export interface Sender {
  /** From the session; the body's user data is never read. */
  userId: number | null;
  isBot: boolean;
}

/** A page view as it is stored: no query, and only the host of the referrer. */
export function toPageView(view: PageView, sender: Sender): PageViewRow {
  const { path, sessionId, deviceType, browser, referrer } = view;
  return { path: pathOf(path), sessionId, deviceType, browser, referrerHost: hostOf(referrer), ...sender };
}

const longestPath = 200;

/** Only the path: a query or fragment may contain someone's key. */
export function pathOf(address: string): string {
  const path = address.split(/[?#]/, 1)[0]!.slice(0, longestPath);
  return path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
}

/** The host of a web address in lowercase; null for anything else. */
export function hostOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && hostname !== "" ? hostname.slice(0, 200) : null;
}

const dayMs = 86_400_000;
const usualDays = 28;
const mostDays = 400;

/** Why a date range can't be reported. */
export type SpanError = "zone" | "order" | "length";

/** First and last day of a report, both included. @param today in the report's time zone */
export function spanOf(
  { from, to }: Pick<AnalyticsQuery, "from" | "to">,
  today: string,
): { from: string; to: string } | SpanError {
  const last = to ?? today;
  const first = from ?? dayBefore(last, usualDays - 1);
  if (first > last) return "order";
  if ((Date.parse(last) - Date.parse(first)) / dayMs >= mostDays) return "length";
  return { from: first, to: last };
}

/** True for a time zone that Intl knows by name. */
export function isZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions();
    return timeZone !== "" && /^[A-Za-z][\w+/-]*$/.test(name);
  } catch {
    return false;
  }
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);
}
