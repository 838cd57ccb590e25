import { readFile } from "node:fs/promises";
import type { Poster } from "#contract/events.ts";
import { saveEvent, savePool, saveTicketType, saveVenue } from "#server/modules/events/index.ts";
import { adoptPicture, setPictures } from "#server/modules/media/index.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { NightTimes } from "./calendar.ts";
import { postersFolder } from "./posters.ts";
import type { DemoNight, DemoTicketType } from "./night.ts";

/** A ticket type as it stands in the database. */
export interface StagedType {
  id: number;
  type: DemoTicketType;
  /** From when to when it can be bought. */
  from: Date;
  until: Date;
}

/** A night as it stands in the database. */
export interface StagedNight {
  id: number;
  night: DemoNight;
  times: NightTimes;
  types: StagedType[];
}

const day = 24 * 60 * 60 * 1000;
/** How long before it happens a night is talked about at most, and how long ago the talk began at most. */
const announcedDays = 42;

/** Puts all nights on the calendar, with places, ticket types and stock, in one transaction. */
export async function stageNights(
  db: Database,
  nights: DemoNight[],
  times: NightTimes[],
  now: Date,
): Promise<StagedNight[]> {
  const posters = JSON.parse(await readFile(`${postersFolder}/index.json`, "utf8"));
  return inTransaction(db, async (tx) => {
    const staged: StagedNight[] = [];
    for (const [index, night] of nights.entries()) {
      const { startsAt, doorsAt, endsAt } = times[index]!;
      const venueId = await saveVenue(tx, night.venue);
      const poster: Poster = { key: night.key, placeholder: null, ...posters[night.key] };
      const id = await saveEvent(tx, {
        slug: night.key,
        venueId,
        title: night.title,
        summary: night.summary,
        description: night.paragraphs.join("\n\n"),
        startsAt,
        doorsAt,
        endsAt,
        timeZone: night.timeZone,
        poster,
        categories: night.categories,
        ageRule: night.ageRule,
        dressCode: night.dressCode,
        lineup: night.lineup,
        policies: night.policies,
        visibility: "published",
        currency: "USD",
        hideCounts: night.hideCounts ?? false,
        capacity: night.capacity ?? null,
        entryOpensMinutes: null,
      });
      const poolIds = new Map<string, number>();
      for (const { name, capacity } of night.pools ?? [])
        poolIds.set(name, await savePool(tx, id, { name, counts: "people", capacity }));
      await setPictures(tx, { kind: "event", id, label: night.title }, [await adoptPicture(tx, poster)]);
      const types: StagedType[] = [];
      for (const [position, type] of night.ticketTypes.entries()) {
        const salesStartAt = type.opensInDays === undefined ? null : new Date(now.getTime() + type.opensInDays * day);
        const salesEndAt =
          type.closesDaysBefore === undefined ? null : new Date(startsAt.getTime() - type.closesDaysBefore * day);
        const typeId = await saveTicketType(tx, {
          ...shapeOf(type),
          eventId: id,
          salesStartAt,
          salesEndAt,
          position,
          opensAfterId: types.find((other) => other.type.name === type.opensAfter)?.id ?? null,
          poolIds: type.pool === undefined ? [] : [poolIds.get(type.pool)!],
        });
        const from = new Date(Math.min(now.getTime(), startsAt.getTime()) - announcedDays * day);
        types.push({ id: typeId, type, from, until: salesEndAt ?? startsAt });
      }
      staged.push({ id, night, times: times[index]!, types });
    }
    return staged;
  });
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
