import { LRUCache } from "lru-cache";
import type { AnalyticsQuery, AnalyticsReport, PageView } from "#contract/analytics.ts";
import { findEventInfo, isEventShown } from "#server/modules/events/index.ts";
import { AppError, fieldError } from "#server/platform/app-error.ts";
import { createBuffer } from "#server/platform/buffer.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import {
  isZone,
  spanOf,
  toPageView,
  type InteractionKind,
  type InteractionRow,
  type PageViewRow,
  type Sender,
} from "./rules.ts";
import * as store from "./store.ts";
import { isbot } from "isbot";

/** Records what visitors look at, without making anyone wait. */
export type Analytics = ReturnType<typeof createAnalytics>;

const everyMs = 400;
/** One minute of a rush, some tens of megabytes at most. */
const most = 50_000;
const perWrite = 5_000;

type Arrived<Row> = { row: Row; at: number };

/**
 * Collects views and clicks in memory and writes them together every 400 ms; see docs/how-it-works/analytics.md. Each
 * node writes its own. What doesn't fit is dropped: no number is worth a slow page.
 */
export function createAnalytics({ db, log, config, contributed }: Pick<Deps, "db" | "log" | "config" | "contributed">) {
  const products = () => contributed("viewed").find(({ noun }) => noun === "product");
  const open = <Row>(name: string, insert: (rows: store.Aged<Row>[]) => Promise<void>) =>
    createBuffer<Arrived<Row>>({
      name,
      everyMs,
      max: most,
      log,
      async write(items) {
        const now = Date.now();
        for (let start = 0; start < items.length; start += perWrite) {
          const part = items.slice(start, start + perWrite);
          await insert(part.map(({ row, at }) => ({ ...row, ageMs: now - at })));
        }
      },
    });
  const views = open<PageViewRow>("page views", (rows) => store.insertPageViews(db, rows));
  const interactions = open<InteractionRow>("interactions", (rows) => store.insertInteractions(db, rows));
  // Asks the database once a minute per event or product, however many people view it. A missing one may appear in a
  // moment.
  const remembered = (isShown: (db: Queryable, id: number) => Promise<boolean>) =>
    new LRUCache<number, true>({
      max: 2000,
      ttl: 60_000,
      fetchMethod: async (id) => (await isShown(db, id)) || undefined,
    });
  const shownEvents = remembered(isEventShown);
  const shownProducts = remembered(async (on, id) => (await products()?.isShown(on, id)) === true);
  const figuresOf = createCachedFigures((span) => store.readFigures(db, span, new URL(config.baseUrl).hostname));

  return {
    pageView(view: PageView, sender: Sender) {
      views.push({ row: toPageView(view, sender), at: Date.now() });
    },

    /**
     * @param sender undefined if it doesn't count
     * @throws AppError `not_found` for what does not exist or is not public
     */
    async interaction(kind: InteractionKind, subjectId: number, sender: Sender | undefined) {
      const shown = kind === "event_view" || kind === "ticket_click" ? shownEvents : shownProducts;
      if (!(await shown.fetch(subjectId))) throw new AppError("not_found");
      if (sender) interactions.push({ row: { kind, subjectId, ...sender }, at: Date.now() });
    },

    async report(query: AnalyticsQuery): Promise<AnalyticsReport> {
      if (!isZone(query.timeZone)) throw fieldError("timeZone", "That's not a known time zone");
      const { today, now } = await store.readToday(db, query.timeZone);
      const span = spanOf(query, today);
      if (span === "order") throw fieldError("from", "The start date can't be after the end date");
      if (typeof span === "string") throw fieldError("from", "A report can cover up to 400 days");
      const whole = { ...span, timeZone: query.timeZone };
      const { madeAt, events, products: viewed, ...figures } = await figuresOf(whole, now);
      const eventsById = await findEventInfo(
        db,
        events.map(({ eventId }) => eventId),
      );
      const ids = viewed.map(({ productId }) => productId);
      const titles = await products()?.findTitles(db, ids);
      return {
        ...whole,
        madeAt: madeAt.toISOString(),
        ...figures,
        events: events.flatMap((figure) => {
          const event = eventsById.get(figure.eventId);
          return event === undefined ? [] : [{ ...figure, title: event.title, startsAt: event.startsAt }];
        }),
        products: viewed.flatMap((figure) => {
          const title = titles?.get(figure.productId);
          return title === undefined ? [] : [{ ...figure, title }];
        }),
      };
    },

    /** Writes everything that waits in memory now. */
    async flush() {
      await Promise.all([views.flush(), interactions.flush()]);
    },
    async close() {
      await Promise.all([views.close(), interactions.close()]);
    },
  };
}

/** A number of page views that is quick to count: their figures are always current. */
const fewViews = 5_000;

/** Many page views take a while to count, so their figures are cached for ten seconds and shared. */
function createCachedFigures(read: (span: store.Span) => Promise<store.Figures>) {
  type Made = store.Figures & { madeAt: Date };
  const cached = new LRUCache<string, Promise<Made>>({ max: 200, ttl: 10_000 });
  return (span: store.Span, now: Date): Promise<Made> => {
    const name = JSON.stringify([span.from, span.to, span.timeZone]);
    const known = cached.get(name);
    if (known !== undefined) return known;
    const figures = read(span).then((made) => ({ ...made, madeAt: now }));
    cached.set(name, figures);
    figures.then(
      ({ totals }) => totals.pageViews > fewViews || cached.delete(name),
      () => cached.delete(name),
    );
    return figures;
  };
}

/** True for bots: search engines, link previews and scripts, and any client that does not identify itself. */
export function isBot(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent === "" || isbot(userAgent);
}
