import { createHmac, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { growingTo } from "#server/platform/growing-cache.ts";
import { isbot } from "isbot";
import type { InteractionKind } from "#contract/analytics/analytics.ts";
import { findShownSlugs, isEventShown } from "#server/modules/events/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { createBuffer } from "#server/platform/buffer.ts";
import type { Database, Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { createNewVisitors } from "./new-visitors.ts";
import { eventOf, type Reported, type Sender } from "./rules.ts";
import * as store from "./store.ts";

const everyMs = 400;
/** One minute of a rush, some tens of megabytes at most. */
const limit = 50_000;
const perWrite = 5_000;

type Waiting = Reported & { sender: Sender; isBurst: boolean; arrivedAt: number };

/** Receives what browsers report, without making anyone wait. */
export type Intake = ReturnType<typeof createIntake>;

/**
 * Collects interactions in memory and writes them together every 400 ms; see docs/how-it-works/analytics.md. Each node
 * writes its own. What doesn't fit is dropped and counted: no number is worth a slow page.
 *
 * @param db a pool of its own, so that a rush of visitors never takes a buyer's connection
 */
export function createIntake(
  {
    log,
    metrics,
    contributed,
    config,
  }: Pick<Deps, "log" | "metrics" | "contributed"> & {
    config: Pick<Deps["config"], "rateLimits">;
  },
  db: Database,
) {
  const counted = metrics.counter("interactions_total", "Page views, views and clicks that browsers sent, by outcome");
  const buffer = createBuffer<Waiting>({
    name: "interactions",
    everyMs,
    max: limit,
    log,
    async write(items) {
      for (let start = 0; start < items.length; start += perWrite) {
        await writeRows(db, items.slice(start, start + perWrite));
      }
    },
  });
  const shown = createShown(db, contributed);
  const isBurst = createNewVisitors(config.rateLimits);

  return {
    /** Accepts what a browser reported; a row that doesn't fit is dropped. */
    receive(reported: Reported[], sender: Sender): void {
      if (reported.length === 0) return;
      const received = { sender, isBurst: !sender.isBot && isBurst(sender.network, sender.who), arrivedAt: Date.now() };
      const acceptedCount = reported.filter((each) => buffer.push({ ...each, ...received })).length;
      counted.add({ outcome: "accepted" }, acceptedCount);
      if (acceptedCount < reported.length) counted.add({ outcome: "dropped" }, reported.length - acceptedCount);
    },

    /** @throws AppError `not_found` for what does not exist or is not public */
    async requireShown(kind: InteractionKind, id: number): Promise<void> {
      if (!(await shown(kind, id))) throw new AppError("not_found");
    },

    /** Without the events, products and streams that visitors can't see. */
    async leaveOutHidden(reported: Reported[]): Promise<Reported[]> {
      const areShown = await Promise.all(
        reported.map(async ({ kind, subject }) => kind === "page_view" || (await shown(kind, Number(subject)))),
      );
      return reported.filter((_, index) => areShown[index]);
    },

    /** People on the site in the last five minutes, and the pages that they saw last. */
    findVisitorsNow: () => store.findVisitorsNow(db),

    /** Writes everything that waits in memory now. */
    async flush(): Promise<void> {
      // A write that is under way doesn't have what came since.
      await buffer.flush();
      await buffer.flush();
    },
    /** Writes the rest. */
    close: () => buffer.close(),
  };
}

/** Asks the database once a minute per event, product or stream, however many people view it. A missing one may appear. */
function createShown(db: Database, contributed: Deps["contributed"]) {
  const known = new LRUCache<string, true>({ ...growingTo(5000), ttl: 60_000 });
  const isShown: Record<"event" | "product" | "stream", (on: Queryable, id: number) => Promise<boolean>> = {
    event: isEventShown,
    product: async (on, id) => (await sourceOf("product")?.isShown(on, id)) === true,
    stream: async (on, id) => (await sourceOf("stream")?.isShown(on, id)) === true,
  };
  const sourceOf = (noun: string) => contributed("viewed").find((source) => source.noun === noun);
  return async (kind: InteractionKind, id: number): Promise<boolean> => {
    const noun = nounOf(kind);
    if (known.has(`${noun} ${id}`)) return true;
    if (!(await isShown[noun](db, id))) return false;
    known.set(`${noun} ${id}`, true);
    return true;
  };
}

/** What an interaction is about. */
export function nounOf(kind: InteractionKind): "event" | "product" | "stream" {
  if (kind === "event_view" || kind === "ticket_click") return "event";
  return kind.startsWith("stream") ? "stream" : "product";
}

async function writeRows(db: Database, items: Waiting[]): Promise<void> {
  const { now, days } = await openDays(db);
  const localNow = Date.now();
  // What a browser sent together, or shortly after each other, is one visitor's.
  const visitors = new Map<string, string>();
  const visitorOn = ({ day, salt }: store.OpenDay, who: string) => {
    const key = `${day} ${who}`;
    const visitor = visitors.get(key) ?? visitorOf(salt!, who);
    visitors.set(key, visitor);
    return visitor;
  };
  const existing = await ofShownEvents(db, items);
  const rows = existing.flatMap(({ arrivedAt, sender, ageMs: ageThen, ...row }) => {
    const { who, network: _, ...traits } = sender;
    const ageMs = ageThen + Math.max(0, localNow - arrivedAt);
    const day = days.find(({ startsAt }) => now.getTime() - ageMs >= startsAt.getTime());
    if (day === undefined) return [];
    return [{ ...row, ...traits, ageMs, day: day.day, visitor: visitorOn(day, who) }];
  });
  await store.insertInteractions(db, rows);
}

/** Without views of pages of events that visitors can't see: one query for all. A slug that isn't the event's is left out. */
async function ofShownEvents(db: Database, items: Waiting[]): Promise<Waiting[]> {
  const events = items.map(({ kind, subject }) => (kind === "page_view" ? eventOf(subject) : undefined));
  const ids = [...new Set(events.flatMap((event) => event?.id ?? []))];
  if (ids.length === 0) return items;
  const slugs = await findShownSlugs(db, ids);
  return items.flatMap((item, index) => {
    const event = events[index];
    if (event === undefined) return [item];
    if (!slugs.has(event.id)) return [];
    return [slugs.get(event.id) === event.slug ? item : { ...item, subject: `/events/${event.id}` }];
  });
}

async function openDays(db: Database) {
  const { defaultTimeZone } = await getSettings(db);
  const open = await store.findOpenDays(db, defaultTimeZone);
  const missing = open.days.filter(({ salt }) => salt === null);
  if (missing.length === 0) return open;
  await store.insertSalts(
    db,
    missing.map(({ day }) => ({ day, salt: randomBytes(32) })),
  );
  return store.findOpenDays(db, defaultTimeZone);
}

/** A number for a visitor that can't be computed again once the day's salt is gone. */
export const visitorOf = (salt: Buffer, who: string): string =>
  createHmac("sha256", salt).update(who).digest().readBigInt64BE().toString();

/** True for bots: search engines, link previews and scripts, and any client that does not identify itself. */
export function isBot(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent === "" || isbot(userAgent);
}
