import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { ById, IdParam } from "../shapes.ts";
import { getProduct } from "../shop/shop.ts";

// For other programs: calendars, feed readers, search engines, chat previews. Text and images, no JSON.

const text = { access: "public", reply: z.string() } as const;

/** With 90 days of past events, 1,000 at most. Postponed events are left out until they have a date. */
export const getCalendar = endpoint(
  "GET /feeds/events.ics",
  "Published events as a calendar subscription (RFC 5545), all or in one city",
  {
    query: z.object({ city: z.string().trim().max(80).optional() }),
    ...text,
  },
);

/** `not_found` also while it is postponed: it has no date. */
export const getEventCalendar = endpoint("GET /feeds/events/{id}.ics", "One event as a calendar file", {
  params: ById,
  ...text,
});

/** The latest 50. */
export const getNews = endpoint("GET /feeds/events.xml", "The latest announced events, for feed readers (RSS 2.0)", {
  ...text,
  replyType: "application/rss+xml",
});

/** With its current `v` it can be cached forever, with any other for five minutes. `not_found` for a draft. */
export const getSocialImage = endpoint(
  "GET /feeds/events/{id}/social.jpg",
  "An event's image for chat previews, 1200 × 630; `v` identifies its content",
  {
    params: ById,
    query: z.object({ v: z.string().max(40).optional() }),
    ...text,
  },
);

/** Cached as an event's. `not_found` for drafts and archived products. */
export const getProductSocialImage = endpoint(
  "GET /feeds/products/{slug}/social.jpg",
  "A product's image for chat previews, 1200 × 630; `v` identifies its content",
  {
    params: getProduct.params!,
    query: z.object({ v: z.string().max(40).optional() }),
    ...text,
  },
);

/** The shop's part is missing while it has no products. */
export const getSitemap = endpoint("GET /sitemap.xml", "Index of the sitemap's pages", {
  ...text,
});

/** `not_found` for a page without URLs. */
export const getSitemapPage = endpoint(
  "GET /sitemap-{page}.xml",
  "One page of the sitemap: `pages` lists the site's own pages, `products` the shop's, numbers list events",
  {
    params: z.object({ page: z.union([z.literal("pages"), z.literal("products"), IdParam]) }),
    ...text,
  },
);

/** Cached for an hour. */
export const getRobots = endpoint("GET /robots.txt", "What search engines can crawl", {
  ...text,
});
