import { readFile } from "node:fs/promises";
import type { Poster } from "#contract/events/events.ts";
import { saveEvent, savePool, saveTicketType, saveVenue } from "#server/modules/events/index.ts";
import { adoptPicture, setPictures } from "#server/modules/media/index.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import { promoterTime, type EventTimes } from "./calendar.ts";
import { postersFolder } from "./posters.ts";
import type { DemoEvent, DemoTicketType } from "./event.ts";

/** A ticket type as stored in the database. */
export interface StagedType {
  id: number;
  type: DemoTicketType;
  /** When it can be bought. */
  from: Date;
  until: Date;
}

/** An event as stored in the database. */
export interface StagedEvent {
  id: number;
  event: DemoEvent;
  times: EventTimes;
  types: StagedType[];
}

const day = 24 * 60 * 60 * 1000;
/** How many days before its date an event is announced at most, and how long ago the announcement was at most. */
const announcedDays = 42;

/** Creates all events with venues, ticket types and stock, in one transaction. */
export async function stageEvents(
  db: Database,
  events: DemoEvent[],
  times: EventTimes[],
  now: Date,
): Promise<StagedEvent[]> {
  const posters = JSON.parse(await readFile(`${postersFolder}/index.json`, "utf8"));
  return inTransaction(db, async (tx) => {
    const staged: StagedEvent[] = [];
    for (const [index, event] of events.entries()) {
      const { startsAt, doorsAt, endsAt } = times[index]!;
      const venueId = await saveVenue(tx, event.venue);
      const poster: Poster = { key: event.key, placeholder: null, ...posters[event.key] };
      const id = await saveEvent(tx, {
        slug: event.key,
        venueId,
        title: event.title,
        summary: event.summary,
        description: event.paragraphs.join("\n\n"),
        startsAt,
        doorsAt,
        endsAt,
        timeZone: event.timeZone,
        poster,
        categories: event.categories,
        ageRule: event.ageRule,
        dressCode: event.dressCode,
        lineup: event.lineup,
        policies: event.policies,
        visibility: "published",
        currency: "USD",
        hideCounts: event.hideCounts ?? false,
        salesEndAtStart: event.salesEndAtStart ?? false,
        capacity: event.capacity ?? null,
        entryOpensMinutes: null,
      });
      const poolIds = new Map<string, number>();
      for (const { name, capacity } of event.pools ?? [])
        poolIds.set(name, await savePool(tx, id, { name, counts: "people", capacity }));
      await setPictures(tx, { kind: "event", id, label: event.title }, [await adoptPicture(tx, poster)]);
      const types: StagedType[] = [];
      for (const [position, type] of event.ticketTypes.entries()) {
        const { salesStartAt, salesEndAt, from, until } = salesOf(type, startsAt, now);
        const typeId = await saveTicketType(tx, {
          ...shapeOf(type),
          eventId: id,
          salesStartAt,
          salesEndAt,
          position,
          opensAfterId: types.find((other) => other.type.name === type.opensAfter)?.id ?? null,
          poolIds: type.pool === undefined ? [] : [poolIds.get(type.pool)!],
        });
        types.push({ id: typeId, type, from, until });
      }
      staged.push({ id, event, times: times[index]!, types });
    }
    return staged;
  });
}

/** A type's sale window, and between which instants the demo's people can have bought it. */
export function salesOf(type: DemoTicketType, startsAt: Date, now: Date) {
  const salesStartAt = type.opensInDays === undefined ? null : promoterTime(now, type.opensInDays, "10:00");
  const salesEndAt =
    type.closesDaysBefore === undefined ? null : new Date(startsAt.getTime() - type.closesDaysBefore * day);
  const from = new Date(Math.min(now.getTime(), startsAt.getTime()) - announcedDays * day);
  return { salesStartAt, salesEndAt, from, until: salesEndAt ?? startsAt };
}

function shapeOf(type: DemoTicketType) {
  return {
    name: type.name,
    description: type.description,
    pricing: type.pricing,
    priceCents: type.priceCents,
    feeCents: type.feeCents,
    minimumCents: type.minimumCents ?? null,
    ticketsPerUnit: type.ticketsPerUnit ?? 1,
    minPerOrder: type.minPerOrder ?? 1,
    maxPerOrder: type.maxPerOrder ?? 8,
    maxPerPerson: type.maxPerPerson ?? null,
    accessCode: type.accessCode ?? null,
    doorColor: type.doorColor ?? null,
    capacity: type.capacity,
  };
}
