import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Empty, Id, IdParam, Instant } from "./shapes.ts";

export const DeviceType = z.enum(["mobile", "tablet", "desktop"]);
export type DeviceType = z.infer<typeof DeviceType>;

/** The browsers that a page view names (specification, section 3). */
export const BrowserName = z.enum(["Firefox", "Opera", "Internet Explorer", "Edge", "Chrome", "Safari", "Unknown"]);
export type BrowserName = z.infer<typeof BrowserName>;

/** One look at a page, as the browser tells it. The server takes the person from the session, never from `userId`. */
export const PageView = z.strictObject({
  /** Path alone: a query may carry somebody's key and is cut off. */
  path: z.string().startsWith("/").max(500),
  userId: z
    .union([z.string().max(64), z.number()])
    .nullable()
    .default(null),
  /** A timestamp and a random string, kept in the browser as `sg_session_id`. */
  sessionId: z.string().min(1).max(64),
  deviceType: DeviceType,
  browser: BrowserName,
  /** Where the visitor came from; only its host is kept. */
  referrer: z.string().max(2000).nullable().default(null),
});
export type PageView = z.infer<typeof PageView>;

export const recordPageView = endpoint({
  method: "POST",
  path: "/api/analytics/page-view",
  summary: "A page was looked at",
  access: "public",
  limit: "beacon",
  body: PageView,
  reply: Empty,
  status: 202,
  errors: ["invalid_input", "too_many_requests"],
});

const interaction = (path: string, summary: string) =>
  endpoint({
    method: "POST",
    path,
    summary,
    access: "public",
    limit: "beacon",
    params: z.object({ id: IdParam }),
    body: z.strictObject({}).optional(),
    reply: Empty,
    status: 202,
    errors: ["invalid_input", "not_found", "too_many_requests"],
  });

export const recordEventView = interaction("/api/analytics/events/{id}/view", "A night's page was looked at");
export const recordTicketClick = interaction(
  "/api/analytics/events/{id}/ticket-click",
  "Somebody went for a night's tickets",
);
export const recordProductView = interaction("/api/analytics/products/{id}/view", "A product was looked at");
export const recordProductDetailClick = interaction(
  "/api/analytics/products/{id}/detail-click",
  "A product's details were opened",
);

const Day = z.iso.date();
const Views = { pageViews: z.int(), sessions: z.int() };

export const AnalyticsQuery = z.object({
  /** First and last day, both counted, `2026-11-28`; the last 28 days unless said. At most 400 days. */
  from: Day.optional(),
  to: Day.optional(),
  /** IANA zone whose days are counted. */
  timeZone: z.string().trim().max(64).default("UTC"),
});
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;

/** What people looked at between two days. Robots are counted apart and in no other figure; seconds old at most. */
export const AnalyticsReport = z.object({
  from: Day,
  to: Day,
  timeZone: z.string(),
  madeAt: Instant,
  totals: z.object({ ...Views, eventViews: z.int(), ticketClicks: z.int(), robotPageViews: z.int() }),
  /** Every day between, those without a visit too. */
  days: z.array(z.object({ day: Day, ...Views, eventViews: z.int(), ticketClicks: z.int() })),
  /** The fifty most looked at. */
  paths: z.array(z.object({ path: z.string(), ...Views })),
  devices: z.array(z.object({ deviceType: DeviceType, ...Views })),
  browsers: z.array(z.object({ browser: BrowserName, ...Views })),
  /** Hosts that visitors came from, the fifty best; null is a typed address or a bookmark. Our own pages are left out. */
  referrers: z.array(z.object({ referrer: z.string().nullable(), ...Views })),
  /** Nights with at least one look or click, most looked at first, two hundred at most. */
  events: z.array(
    z.object({ eventId: Id, title: z.string(), startsAt: Instant, views: z.int(), ticketClicks: z.int() }),
  ),
});
export type AnalyticsReport = z.infer<typeof AnalyticsReport>;

export const readAnalytics = endpoint({
  method: "GET",
  path: "/api/admin/analytics",
  summary: "What people looked at: page views by day, path, device, browser and referrer; looks and clicks per night",
  access: "admin",
  limit: "read",
  query: AnalyticsQuery,
  reply: AnalyticsReport,
  errors: ["not_signed_in", "not_allowed", "invalid_input"],
});
