import type { Funnel, FunnelName, PanelFigures, PanelQuery } from "#contract/analytics/panels.ts";

/** Sums of roll-ups, as they add up. */
export interface Sums {
  visitors: number;
  views: number;
  visits: number;
  bounces: number;
  seconds: number;
  orders: number;
  revenueCents: number;
  refundCents: number;
}

export const noSums: Sums = {
  visitors: 0,
  views: 0,
  visits: 0,
  bounces: 0,
  seconds: 0,
  orders: 0,
  revenueCents: 0,
  refundCents: 0,
};

/**
 * A share in percent with one decimal. Null of nothing, and where the part is more than the whole: orders are all known,
 * but visitors who block our counting aren't, so the share isn't either.
 */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 || part > whole ? null : Math.round((part / whole) * 1000) / 10;

/** Sums with the rates that follow from them. */
export function toFigures({ bounces, seconds, ...sums }: Sums): PanelFigures {
  return {
    ...sums,
    bouncePercent: percentOf(bounces, sums.visits),
    averageSeconds: sums.visits === 0 ? null : Math.round(seconds / sums.visits),
    conversionPercent: percentOf(sums.orders, sums.visitors),
  };
}

/** What the figures of a panel are about: all pages, a page, an event, a product or a stream. */
export function subjectOf({ path, eventId, productId, streamId }: Partial<PanelQuery>): {
  kind: string;
  subject: string;
} {
  if (path !== undefined) return { kind: "page_view", subject: path };
  if (eventId !== undefined) return { kind: "event_view", subject: String(eventId) };
  if (productId !== undefined) return { kind: "product_view", subject: String(productId) };
  if (streamId !== undefined) return { kind: "stream_view", subject: String(streamId) };
  return { kind: "visit", subject: "" };
}

type Step = Funnel["steps"][number]["step"];

/** The steps of each funnel, in their order. */
export const funnelSteps: Record<FunnelName, Step[]> = {
  tickets: ["event_view", "ticket_click", "checkout", "paid"],
  shop: ["product_view", "cart_add", "paid"],
  live: ["stream_view", "stream_chat", "stream_shop", "paid"],
};

/** How many reached each step of a funnel, and the money of its orders. */
export interface Reached {
  counts: Partial<Record<Step, number>>;
  placedCents: number;
  revenueCents: number;
}

export const nothingReached: Reached = { counts: {}, placedCents: 0, revenueCents: 0 };

/** A funnel's steps with shares and money. */
export function toSteps(
  funnel: FunnelName,
  { counts, placedCents, revenueCents }: Reached,
  before?: Reached,
): Funnel["steps"] {
  const steps = funnelSteps[funnel];
  return steps.map((step, index) => {
    const count = counts[step] ?? 0;
    const former = index === 0 ? 0 : (counts[steps[index - 1]!] ?? 0);
    return {
      step,
      count,
      countBefore: before === undefined ? null : (before.counts[step] ?? 0),
      percent: percentOf(count, former),
      cents: step === "paid" ? revenueCents : step === "checkout" ? placedCents : null,
      centsEach: count === 0 ? null : Math.round(revenueCents / count),
    };
  });
}

/** What an event sold on one day. */
export interface SoldDay {
  daysToGo: number;
  tickets: number;
  revenueCents: number;
}

/** Sums from the first sale on, from sales by day; the last point is the day of the event. */
export function toCurve(days: SoldDay[]): SoldDay[] {
  let [tickets, revenueCents] = [0, 0];
  const sorted = days.toSorted((a, b) => b.daysToGo - a.daysToGo);
  return sorted.map((day) => {
    tickets += day.tickets;
    revenueCents += day.revenueCents;
    return { daysToGo: day.daysToGo, tickets, revenueCents };
  });
}

/** What was sold until so many days before an event. */
export function pointAt(curve: SoldDay[], daysToGo: number): SoldDay {
  const { tickets = 0, revenueCents = 0 } = curve.findLast((point) => point.daysToGo >= daysToGo) ?? {};
  return { daysToGo, tickets, revenueCents };
}
