import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { ById, Empty, Id, NoBody } from "../shapes.ts";

/** What a user agent says; see `deviceType`. */
export const DeviceType = z.enum(["mobile", "tablet", "desktop"]);
export type DeviceType = z.infer<typeof DeviceType>;

/** Browser names in a page view (specification, section 3). */
export const BrowserName = z.enum(["Firefox", "Opera", "Internet Explorer", "Edge", "Chrome", "Safari", "Unknown"]);
export type BrowserName = z.infer<typeof BrowserName>;

/** One page view, as the browser reports it. The server takes the user from the session, never from `userId`. */
export const PageView = z.strictObject({
  /** Path only. Of a query, `utm_source`, `utm_campaign` and `via` are read; the rest may be a personal key. */
  path: z.string().startsWith("/").max(500),
  userId: z
    .union([z.string().max(64), z.number()])
    .nullable()
    .default(null),
  /** A timestamp and a random string, kept in the browser as `sg_session_id`. It's only used within its day. */
  sessionId: z.string().min(1).max(64),
  deviceType: DeviceType,
  browser: BrowserName,
  /** Where the visitor came from; only the host is stored. */
  referrer: z.string().max(2000).nullable().default(null),
});
export type PageView = z.infer<typeof PageView>;

/** Answered at once and written later. Staff's own visits never count. */
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

/**
 * The visitor is named by the header `x-session-id`, or without it by address and browser. Staff never count.
 * `not_found` for an event that visitors can't see.
 */
export const recordEventView = interaction("/api/analytics/events/{id}/view", "Record a view of an event page");
/** As `recordEventView`. */
export const recordTicketClick = interaction(
  "/api/analytics/events/{id}/ticket-click",
  "Record a click on an event's tickets",
);
/** As `recordEventView`, for a product. */
export const recordProductView = interaction("/api/analytics/products/{id}/view", "Record a view of a product");
/** As `recordEventView`, for a product. */
export const recordProductDetailClick = interaction(
  "/api/analytics/products/{id}/detail-click",
  "Record a click on a product's details",
);

/** What people do with an event, a product or a stream that analytics counts. */
export const InteractionKind = z.enum([
  "event_view",
  "ticket_click",
  "product_view",
  "product_click",
  "cart_add",
  "stream_view",
  "stream_chat",
  "stream_shop",
]);
export type InteractionKind = z.infer<typeof InteractionKind>;

const Age = z.int().min(0).max(86_400_000).default(0);

/** Several interactions of one browser, as `sendBeacon` sends them. */
export const Beacon = z.strictObject({
  sessionId: PageView.shape.sessionId,
  deviceType: DeviceType,
  browser: BrowserName,
  /** True if the browser says that a program drives it. */
  isAutomated: z.boolean().default(false),
  items: z
    .array(
      z.union([
        z.strictObject({
          kind: z.literal("page_view"),
          path: PageView.shape.path,
          referrer: PageView.shape.referrer,
          /** Milliseconds since it happened; a day at most. */
          ageMs: Age,
        }),
        z.strictObject({ kind: InteractionKind, id: Id, ageMs: Age }),
      ]),
    )
    .min(1)
    .max(50),
});
export type Beacon = z.infer<typeof Beacon>;

/** Answered at once and written later. Staff never count; with `isAutomated`, everything in it counts as a bot's. */
export const recordBeacon = endpoint(
  "POST /api/analytics/batch",
  "Record several page views, views and clicks; unknown events, products and streams are left out",
  {
    access: "public",
    limit: "beacon",
    body: Beacon,
    reply: Empty,
    status: 202,
    errors: ["too_many_requests"],
  },
);
