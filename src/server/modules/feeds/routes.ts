import * as contract from "#contract/feeds.ts";
import {
  findCalendarEvents,
  findNewEvents,
  findEventAddresses,
  findSitemapPages,
  findShownEvent,
} from "#server/modules/events/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PreparedReply, route, type RouteContext } from "#server/platform/http/route.ts";
import { writeCalendar } from "./calendar.ts";
import { writeNews } from "./news.ts";
import { holds, sendText } from "./text.ts";
import { createSocialPictures } from "./social/service.ts";
import { idsPerPage, writeEventSitemap, writeOwnPages, writeRobots, writeSitemapIndex } from "./sitemap.ts";

const calendarType = "text/calendar; charset=utf-8";
const xmlType = "application/xml; charset=utf-8";

/** A subscribed calendar keeps 90 days of past events, and gets at most this many events. */
const calendarSize = { keepDays: 90, limit: 1000 };
const newsLength = 50;

/** The feeds for other programs. They never include drafts; unlisted events only have their own URL. */
export function feedsRoutes(context: RouteContext, deps: Pick<Deps, "db" | "config" | "files">): void {
  const { db } = deps;
  const { baseUrl } = deps.config;
  const pictureOf = createSocialPictures(deps);
  route(context, contract.getCalendar, async (call) => {
    const { city } = call.query;
    const events = await findCalendarEvents(db, { city, ...calendarSize });
    const name = city ? `Savage Gentlemen in ${events[0]?.venue.city ?? city}` : "Savage Gentlemen";
    return sendText(call, writeCalendar(name, events, baseUrl), calendarType);
  });
  route(context, contract.getEventCalendar, async (call) => {
    const event = requireFound(await findShownEvent(db, call.params.id));
    if (event.status === "postponed") throw new AppError("not_found");
    void call.reply.header("content-disposition", `attachment; filename="${event.slug}.ics"`);
    return sendText(call, writeCalendar(event.title, [event], baseUrl), calendarType, 60);
  });
  route(context, contract.getNews, async (call) =>
    sendText(call, writeNews(await findNewEvents(db, newsLength), baseUrl), "application/rss+xml; charset=utf-8"),
  );
  route(context, contract.getSocialImage, async ({ params, query, request, reply }) => {
    const { version, jpeg } = await pictureOf(requireFound(await findShownEvent(db, params.id)));
    const etag = `"${version}"`;
    const keep = query.v === version ? "public, max-age=31536000, immutable" : "public, max-age=300";
    reply.headers({ etag, "cache-control": keep });
    const isKnown = holds(request.headers["if-none-match"], etag);
    return isKnown ? new PreparedReply("", 304, "image/jpeg") : new PreparedReply(jpeg, 200, "image/jpeg");
  });
  route(context, contract.getSitemap, async (call) =>
    sendText(call, writeSitemapIndex(await findSitemapPages(db, idsPerPage), baseUrl), xmlType),
  );
  route(context, contract.getSitemapPage, async (call) => {
    const { page } = call.params;
    if (page === "pages") return sendText(call, writeOwnPages(baseUrl), xmlType);
    const events = await findEventAddresses(db, page, idsPerPage);
    if (events.length === 0) throw new AppError("not_found");
    return sendText(call, writeEventSitemap(events, baseUrl), xmlType);
  });
  route(context, contract.getRobots, (call) => sendText(call, writeRobots(baseUrl), "text/plain; charset=utf-8", 3600));
}
