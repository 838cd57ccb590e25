import type { AnalyticsQuery, PageView } from "#contract/analytics.ts";

/** A page view as it is kept. */
export interface PageViewRow {
  path: string;
  userId: number | null;
  sessionId: string;
  deviceType: PageView["deviceType"];
  browser: PageView["browser"];
  referrerHost: string | null;
  isRobot: boolean;
}

/** What people do with a night or a product that is worth counting. */
export type InteractionKind = "event_view" | "ticket_click" | "product_view" | "product_click";

/** One such look or click as it is kept. */
export interface InteractionRow {
  kind: InteractionKind;
  subjectId: number;
  userId: number | null;
  isRobot: boolean;
}

/** Who sent a page view, as the server knows it. */
export interface Sender {
  /** Of the session; what the body says about the person is never looked at. */
  userId: number | null;
  isRobot: boolean;
}

/** A page view in the form in which it is kept: no query, of the referrer its host alone. */
export function toPageView(view: PageView, sender: Sender): PageViewRow {
  return {
    path: pathOf(view.path),
    userId: sender.userId,
    sessionId: view.sessionId,
    deviceType: view.deviceType,
    browser: view.browser,
    referrerHost: hostOf(view.referrer),
    isRobot: sender.isRobot,
  };
}

const longestPath = 200;

/** The path alone: a query or fragment may hold somebody's key. */
export function pathOf(address: string): string {
  const path = address.split(/[?#]/, 1)[0]!.slice(0, longestPath);
  return path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
}

/** The host of a web address in lower case; null for anything else. */
export function hostOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && hostname !== "" ? hostname.slice(0, 200) : null;
}

const dayMs = 86_400_000;
const usualDays = 28;
const mostDays = 400;

/** Why a span of days cannot be reported. */
export type SpanFault = "zone" | "order" | "length";

/** First and last day of a report, both counted. @param today in the report's zone */
export function spanOf(
  { from, to }: Pick<AnalyticsQuery, "from" | "to">,
  today: string,
): { from: string; to: string } | SpanFault {
  const last = to ?? today;
  const first = from ?? dayBefore(last, usualDays - 1);
  if (first > last) return "order";
  if ((Date.parse(last) - Date.parse(first)) / dayMs >= mostDays) return "length";
  return { from: first, to: last };
}

/** True for a zone that the calendar knows by its name. */
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
