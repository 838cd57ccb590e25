import type { AnalyticsQuery, AnalyticsReport, BrowserName, DeviceType } from "#contract/analytics.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { scopeOf, type PanelDeps } from "./service.ts";
import * as store from "./store.ts";

const mostPaths = 50;

/**
 * The views of a period on one page, from the roll-ups.
 *
 * @throws AppError `invalid_input` for days or a zone that can't be reported
 */
export async function readReport({ db, contributed }: PanelDeps, query: AnalyticsQuery): Promise<AnalyticsReport> {
  const scope = { ...(await scopeOf(db, query)), filters: {} };
  const part = (by: "page" | "device" | "browser" | "source" | "event" | "product") => store.findParts(db, scope, by);
  const [steps, acts, pages, devices, browsers, sources, events, products] = await Promise.all([
    store.findSteps(db, scope, "day"),
    store.findInterest(db, scope),
    part("page"),
    part("device"),
    part("browser"),
    part("source"),
    part("event"),
    part("product"),
  ]);
  const days = steps.map(({ at, views, visitors }) => ({
    day: at,
    pageViews: views,
    sessions: visitors,
    eventViews: acts.get(at)?.eventViews ?? 0,
    ticketClicks: acts.get(at)?.ticketClicks ?? 0,
  }));
  const sum = (name: "pageViews" | "sessions" | "eventViews" | "ticketClicks") =>
    days.reduce((all, day) => all + day[name], 0);
  return {
    from: scope.from,
    to: scope.to,
    timeZone: scope.timeZone,
    madeAt: (await store.findNow(db)).toISOString(),
    totals: {
      pageViews: sum("pageViews"),
      sessions: sum("sessions"),
      eventViews: sum("eventViews"),
      ticketClicks: sum("ticketClicks"),
      botPageViews: steps.reduce((all, { bots, likelyBots }) => all + bots + likelyBots, 0),
    },
    days,
    paths: pages.slice(0, mostPaths).map(({ key, ...row }) => ({ path: key, ...viewsOf(row) })),
    devices: seen(devices).map(({ key, ...row }) => ({ deviceType: key as DeviceType, ...viewsOf(row) })),
    browsers: seen(browsers).map(({ key, ...row }) => ({ browser: key as BrowserName, ...viewsOf(row) })),
    referrers: sources
      .filter(({ views }) => views > 0)
      .slice(0, mostPaths)
      .map(({ key, ...row }) => ({ referrer: key || null, ...viewsOf(row) })),
    events: await namedEvents(db, events),
    products: await namedProducts({ db, contributed }, products),
  };
}

const seen = (rows: store.PartSums[]) => rows.filter(({ key, views }) => key !== "" && views > 0);
const viewsOf = ({ views, visitors }: Pick<store.PartSums, "views" | "visitors">) => ({
  pageViews: views,
  sessions: visitors,
});
const isViewed = ({ views, clicks }: store.PartSums) => views + clicks > 0;

async function namedEvents(db: Queryable, rows: store.PartSums[]): Promise<AnalyticsReport["events"]> {
  const viewed = rows.filter(isViewed);
  const found = await findEventInfo(
    db,
    viewed.map(({ key }) => Number(key)),
  );
  return viewed.flatMap(({ key, views, clicks }) => {
    const event = found.get(Number(key));
    if (event === undefined) return [];
    return [{ eventId: event.id, title: event.title, startsAt: event.startsAt, views, ticketClicks: clicks }];
  });
}

async function namedProducts({ db, contributed }: PanelDeps, rows: store.PartSums[]) {
  const viewed = rows.filter(isViewed);
  const titles = await contributed("viewed")
    .find(({ noun }) => noun === "product")
    ?.findTitles(
      db,
      viewed.map(({ key }) => Number(key)),
    );
  return viewed.flatMap(({ key, views, clicks }) => {
    const title = titles?.get(Number(key));
    return title === undefined ? [] : [{ productId: Number(key), title, views, detailClicks: clicks }];
  });
}
