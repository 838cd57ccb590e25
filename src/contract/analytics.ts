import { z } from "zod";
import { adminEndpoint, endpoint } from "./endpoint.ts";
import { ById, Empty, Id, Instant, NoBody, TextOrNull } from "./shapes.ts";

export const DeviceType = z.enum(["mobile", "tablet", "desktop"]);
export type DeviceType = z.infer<typeof DeviceType>;

/** Browser names in a page view (specification, section 3). */
export const BrowserName = z.enum(["Firefox", "Opera", "Internet Explorer", "Edge", "Chrome", "Safari", "Unknown"]);
export type BrowserName = z.infer<typeof BrowserName>;

/** One page view, as the browser reports it. The server takes the user from the session, never from `userId`. */
export const PageView = z.strictObject({
  /** Path only: a query may carry a personal key, so it is cut off. */
  path: z.string().startsWith("/").max(500),
  userId: z
    .union([z.string().max(64), z.number()])
    .nullable()
    .default(null),
  /** A timestamp and a random string, kept in the browser as `sg_session_id`. */
  sessionId: z.string().min(1).max(64),
  deviceType: DeviceType,
  browser: BrowserName,
  /** Where the visitor came from; only the host is stored. */
  referrer: z.string().max(2000).nullable().default(null),
});
export type PageView = z.infer<typeof PageView>;

export const recordPageView = endpoint("POST /api/analytics/page-view", "Record a page view", {
  access: "public",
  limit: "beacon",
  body: PageView,
  reply: Empty,
  status: 202,
  errors: ["too_many_requests"],
});

const interaction = (path: `/${string}`, summary: string) =>
  endpoint(`POST ${path}`, summary, {
    access: "public",
    limit: "beacon",
    params: ById,
    body: NoBody,
    reply: Empty,
    status: 202,
    errors: ["not_found", "too_many_requests"],
  });

export const recordEventView = interaction("/api/analytics/events/{id}/view", "Record a view of an event page");
export const recordTicketClick = interaction(
  "/api/analytics/events/{id}/ticket-click",
  "Record a click on an event's tickets",
);
export const recordProductView = interaction("/api/analytics/products/{id}/view", "Record a view of a product");
export const recordProductDetailClick = interaction(
  "/api/analytics/products/{id}/detail-click",
  "Record a click on a product's details",
);

const Day = z.iso.date();
const Views = { pageViews: z.int(), sessions: z.int() };

export const AnalyticsQuery = z.object({
  /** First and last day, both included, `2026-11-28`. Default: the last 28 days. At most 400 days. */
  from: Day.optional(),
  to: Day.optional(),
  /** IANA zone for the days. */
  timeZone: z.string().trim().max(64).default("UTC"),
});
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;

/** Views between two days. Bots are counted separately and in no other figure. At most seconds old. */
export const AnalyticsReport = z.object({
  from: Day,
  to: Day,
  timeZone: z.string(),
  madeAt: Instant,
  totals: z.object({ ...Views, eventViews: z.int(), ticketClicks: z.int(), botPageViews: z.int() }),
  /** Every day in the period, including days without visits. */
  days: z.array(z.object({ day: Day, ...Views, eventViews: z.int(), ticketClicks: z.int() })),
  /** The 50 most viewed. */
  paths: z.array(z.object({ path: z.string(), ...Views })),
  devices: z.array(z.object({ deviceType: DeviceType, ...Views })),
  browsers: z.array(z.object({ browser: BrowserName, ...Views })),
  /** The top 50 referring hosts; null is a typed URL or a bookmark. Excludes our own pages. */
  referrers: z.array(z.object({ referrer: TextOrNull, ...Views })),
  /** Events with at least one view or click, most viewed first, 200 at most. */
  events: z.array(
    z.object({ eventId: Id, title: z.string(), startsAt: Instant, views: z.int(), ticketClicks: z.int() }),
  ),
  /** The same for products and clicks on their cards. */
  products: z.array(z.object({ productId: Id, title: z.string(), views: z.int(), detailClicks: z.int() })),
});
export type AnalyticsReport = z.infer<typeof AnalyticsReport>;

export const readAnalytics = adminEndpoint(
  "GET /api/admin/analytics",
  "Analytics: page views by day, path, device, browser and referrer; views and clicks per event and product",
  {
    query: AnalyticsQuery,
    reply: AnalyticsReport,
    errors: ["not_signed_in", "not_allowed"],
  },
);
