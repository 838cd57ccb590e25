import * as contract from "#contract/feeds.ts";
import {
  findCalendarNights,
  findNewNights,
  findNightAddresses,
  findNightsPages,
  findShownNight,
} from "#server/modules/events/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PreparedReply, route, type RouteContext } from "#server/platform/http/route.ts";
import { writeCalendar } from "./calendar.ts";
import { writeNews } from "./news.ts";
import { writeRobots } from "./robots.ts";
import { holds, sendText } from "./send-text.ts";
import { createSocialPictures } from "./social/service.ts";
import { idsPerPage, writeNights, writeOwnPages, writeSitemapIndex } from "./sitemap.ts";

const calendarType = "text/calendar; charset=utf-8";
const xmlType = "application/xml; charset=utf-8";

/** A subscriber keeps a quarter of a year of memories; nobody's calendar takes more nights than this at once. */
const calendarSize = { keepDays: 90, limit: 1000 };
const newsLength = 50;

/** What other programs read of us. Drafts are in none of it; unlisted nights only by their own address. */
export function feedsRoutes(context: RouteContext, deps: Pick<Deps, "db" | "config" | "files">): void {
  const { db } = deps;
  const { baseUrl } = deps.config;
  const pictures = createSocialPictures(deps);
  route(context, contract.getCalendar, async (call) => {
    const { city } = call.query;
    const nights = await findCalendarNights(db, { city, ...calendarSize });
    const name = city ? `Savage Gentlemen in ${nights[0]?.venue.city ?? city}` : "Savage Gentlemen";
    return sendText(call, writeCalendar({ name, baseUrl, nights }), calendarType);
  });
  route(context, contract.getNightCalendar, async (call) => {
    const night = await findShownNight(db, call.params.id);
    if (night === undefined) throw new AppError("not_found");
    void call.reply.header("content-disposition", `attachment; filename="${night.slug}.ics"`);
    return sendText(call, writeCalendar({ name: night.title, baseUrl, nights: [night] }), calendarType, 60);
  });
  route(context, contract.getNews, async (call) =>
    sendText(call, writeNews(await findNewNights(db, newsLength), baseUrl), "application/rss+xml; charset=utf-8"),
  );
  route(context, contract.getSocialImage, async ({ params, query, request, reply }) => {
    const night = await findShownNight(db, params.id);
    if (night === undefined) throw new AppError("not_found");
    const { version, jpeg } = await pictures.get(night);
    const etag = `"${version}"`;
    const keep = query.v === version ? "public, max-age=31536000, immutable" : "public, max-age=300";
    reply.headers({ etag, "cache-control": keep, "x-content-type-options": "nosniff" });
    const isKnown = holds(request.headers["if-none-match"], etag);
    return isKnown ? new PreparedReply("", 304, "image/jpeg") : new PreparedReply(jpeg, 200, "image/jpeg");
  });
  route(context, contract.getSitemap, async (call) =>
    sendText(call, writeSitemapIndex(await findNightsPages(db, idsPerPage), baseUrl), xmlType),
  );
  route(context, contract.getSitemapPage, async (call) => {
    const { page } = call.params;
    if (page === "pages") return sendText(call, writeOwnPages(baseUrl), xmlType);
    const nights = await findNightAddresses(db, page, idsPerPage);
    if (nights.length === 0) throw new AppError("not_found");
    return sendText(call, writeNights(nights, baseUrl), xmlType);
  });
  route(context, contract.getRobots, (call) => sendText(call, writeRobots(baseUrl), "text/plain; charset=utf-8", 3600));
}
