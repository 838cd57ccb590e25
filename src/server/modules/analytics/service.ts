import { LRUCache } from "lru-cache";
import type { AnalyticsQuery, AnalyticsReport, PageView } from "#contract/analytics.ts";
import { findEventHeads, isEventShown } from "#server/modules/events/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { createBuffer } from "#server/platform/buffer.ts";
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

/** What people look at, taken in without anybody waiting for it. */
export interface Analytics {
  pageView(view: PageView, sender: Sender): void;
  /** @throws AppError `not_found` for what does not exist or is not shown to people */
  interaction(kind: InteractionKind, subjectId: number, sender: Sender): Promise<void>;
  report(query: AnalyticsQuery): Promise<AnalyticsReport>;
  /** Writes what waits in memory now. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const everyMs = 400;
/** A minute of a rush, some tens of megabytes at most. */
const most = 50_000;
const perWrite = 5_000;

type Arrived<Row> = { row: Row; at: number };

/**
 * Collects looks and clicks in memory and writes them together every 400 ms; see docs/how-it-works/analytics.md.
 * Each node writes its own. When more comes than fits, the rest is dropped: no figure is worth a slow page.
 */
export function createAnalytics({ db, log, config }: Pick<Deps, "db" | "log" | "config">): Analytics {
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
  const shown = createKnownEvents((id) => isEventShown(db, id));
  const figuresOf = createKeptFigures((span) => store.readFigures(db, span, new URL(config.baseUrl).hostname));

  return {
    pageView(view, sender) {
      views.push({ row: toPageView(view, sender), at: Date.now() });
    },

    async interaction(kind, subjectId, sender) {
      const isKnown = kind === "event_view" || kind === "ticket_click" ? await shown(subjectId) : false;
      if (!isKnown) throw new AppError("not_found");
      interactions.push({ row: { kind, subjectId, ...sender }, at: Date.now() });
    },

    async report(query) {
      if (!isZone(query.timeZone)) throw unreportable("timeZone", "There is no such time zone");
      const { today, now } = await store.readToday(db, query.timeZone);
      const span = spanOf(query, today);
      if (span === "order") throw unreportable("from", "The first day must not be after the last");
      if (typeof span === "string") throw unreportable("from", "A report covers at most 400 days");
      const whole = { ...span, timeZone: query.timeZone };
      const { madeAt, events, ...figures } = await figuresOf(whole, now);
      const heads = await findEventHeads(
        db,
        events.map(({ eventId }) => eventId),
      );
      return {
        ...whole,
        madeAt: madeAt.toISOString(),
        ...figures,
        events: events.flatMap((figure) => {
          const head = heads.get(figure.eventId);
          return head === undefined ? [] : [{ ...figure, title: head.title, startsAt: head.startsAt }];
        }),
      };
    },

    async flush() {
      await Promise.all([views.flush(), interactions.flush()]);
    },
    async close() {
      await Promise.all([views.close(), interactions.close()]);
    },
  };
}

/** Page views that are counted in a moment: their figures are always those of now. */
const fewViews = 5_000;

/** Figures of many page views take a while to count: they are given again for ten seconds, to all who ask meanwhile. */
function createKeptFigures(read: (span: store.Span) => Promise<store.Figures>) {
  type Made = store.Figures & { madeAt: Date };
  const kept = new LRUCache<string, Promise<Made>>({ max: 200, ttl: 10_000 });
  return (span: store.Span, now: Date): Promise<Made> => {
    const name = JSON.stringify([span.from, span.to, span.timeZone]);
    const known = kept.get(name);
    if (known !== undefined) return known;
    const figures = read(span).then((made) => ({ ...made, madeAt: now }));
    kept.set(name, figures);
    figures.then(
      ({ totals }) => totals.pageViews > fewViews || kept.delete(name),
      () => kept.delete(name),
    );
    return figures;
  };
}

/** Asks the database once a minute per night, however many look at it. */
function createKnownEvents(ask: (id: number) => Promise<boolean>): (id: number) => Promise<boolean> {
  const known = new LRUCache<number, Promise<boolean>>({ max: 2000, ttl: 60_000 });
  return (id) => {
    const kept = known.get(id);
    if (kept !== undefined) return kept;
    const answer = ask(id);
    known.set(id, answer);
    answer.then(
      // What is not there yet may be there in a moment.
      (is) => is || known.delete(id),
      () => known.delete(id),
    );
    return answer;
  };
}

function unreportable(path: string, message: string): AppError {
  return new AppError("invalid_input", { message, errors: [{ message, path }] });
}
