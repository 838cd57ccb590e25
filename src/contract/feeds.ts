import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { IdParam } from "./shapes.ts";

// For other programs: calendars, feed readers, search engines, chat previews. Text and images, no JSON.

export const getCalendar = endpoint({
  method: "GET",
  path: "/feeds/events.ics",
  summary: "Published events as a calendar subscription (RFC 5545), all or in one city",
  access: "public",
  query: z.object({ city: z.string().trim().max(80).optional() }),
  reply: z.string(),
});

export const getEventCalendar = endpoint({
  method: "GET",
  path: "/feeds/events/{id}.ics",
  summary: "One event as a calendar file",
  access: "public",
  params: z.object({ id: IdParam }),
  reply: z.string(),
  errors: ["not_found"],
});

export const getNews = endpoint({
  method: "GET",
  path: "/feeds/events.xml",
  summary: "The latest announced events, for feed readers (RSS 2.0)",
  access: "public",
  reply: z.string(),
});

export const getSocialImage = endpoint({
  method: "GET",
  path: "/feeds/events/{id}/social.jpg",
  summary: "An event's image for chat previews, 1200 × 630; `v` identifies its content",
  access: "public",
  params: z.object({ id: IdParam }),
  query: z.object({ v: z.string().max(40).optional() }),
  reply: z.string(),
  errors: ["not_found"],
});

export const getSitemap = endpoint({
  method: "GET",
  path: "/sitemap.xml",
  summary: "Index of the sitemap's pages",
  access: "public",
  reply: z.string(),
});

export const getSitemapPage = endpoint({
  method: "GET",
  path: "/sitemap-{page}.xml",
  summary: "One page of the sitemap: `pages` lists the site's own pages, numbers list events",
  access: "public",
  params: z.object({ page: z.union([z.literal("pages"), IdParam]) }),
  reply: z.string(),
  errors: ["not_found"],
});

export const getRobots = endpoint({
  method: "GET",
  path: "/robots.txt",
  summary: "What search engines can crawl",
  access: "public",
  reply: z.string(),
});
