import type { FastifyReply, FastifyRequest } from "fastify";
import * as contract from "#contract/feeds/feeds.ts";
import { productSocialVersion, socialVersion } from "#contract/feeds/social-version.ts";
import {
  findCalendarEvents,
  findNewEvents,
  findEventAddresses,
  findSitemapPages,
  findShownEvent,
  writeCalendar,
} from "#server/modules/events/index.ts";
import { findProductAddresses, findShownProduct } from "#server/modules/shop/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { isKnown } from "#server/platform/http/negotiation.ts";
import { PreparedReply, route, type RouteContext } from "#server/platform/http/route.ts";
import { embeddable } from "#server/platform/http/security-headers.ts";
import { writeNews } from "./news.ts";
import { sendText } from "./text.ts";
import { createSocialPictures } from "./social/service.ts";
import { eventSheet, productSheet } from "./social/sheets.ts";
import {
  idsPerPage,
  writeEventSitemap,
  writeOwnPages,
  writeProductSitemap,
  writeRobots,
  writeSitemapIndex,
} from "./sitemap.ts";

const calendarType = "text/calendar; charset=utf-8";
const xmlType = "application/xml; charset=utf-8";

/** A subscribed calendar keeps 90 days of past events, and gets at most this many events. */
const calendarSize = { endedWithinDays: 90, limit: 1000 };
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
  route(context, contract.getSocialImage, async (call) => {
    const event = requireFound(await findShownEvent(db, call.params.id));
    const version = socialVersion({ ...event, startsAt: event.startsAt.toISOString() });
    const name = `event ${event.id} ${version}`;
    return sendPicture(call, version, await pictureOf({ name, key: event.poster.key, sheet: eventSheet(event) }));
  });
  route(context, contract.getProductSocialImage, async (call) => {
    const product = requireFound(await findShownProduct(db, call.params.slug));
    const version = productSocialVersion(product);
    const name = `product ${product.id} ${version}`;
    return sendPicture(
      call,
      version,
      await pictureOf({ name, key: product.picture.key, sheet: productSheet(product) }),
    );
  });
  route(context, contract.getSitemap, async (call) =>
    sendText(
      call,
      writeSitemapIndex(await findSitemapPages(db, idsPerPage), await findProductAddresses(db), baseUrl),
      xmlType,
    ),
  );
  route(context, contract.getSitemapPage, async (call) => {
    const { page } = call.params;
    if (page === "pages") return sendText(call, writeOwnPages(baseUrl), xmlType);
    if (page === "products") {
      const products = await findProductAddresses(db);
      if (products.length === 0) throw new AppError("not_found");
      return sendText(call, writeProductSitemap(products, baseUrl), xmlType);
    }
    const events = await findEventAddresses(db, page, idsPerPage);
    if (events.length === 0) throw new AppError("not_found");
    return sendText(call, writeEventSitemap(events, baseUrl), xmlType);
  });
  route(context, contract.getRobots, (call) => sendText(call, writeRobots(baseUrl), "text/plain; charset=utf-8", 3600));
}

/** Sends a link preview: under the URL with its content's version it can be kept forever, under any other for minutes. */
function sendPicture(
  { query, request, reply }: { query: { v?: string | undefined }; request: FastifyRequest; reply: FastifyReply },
  version: string,
  jpeg: Buffer,
): PreparedReply {
  const etag = `"${version}"`;
  const cacheControl = query.v === version ? "public, max-age=31536000, immutable" : "public, max-age=300";
  reply.headers({ ...embeddable, etag, "cache-control": cacheControl });
  const isHeld = isKnown(request.headers["if-none-match"], etag);
  return isHeld ? new PreparedReply("", 304, "image/jpeg") : new PreparedReply(jpeg, 200, "image/jpeg");
}
