import type { EventReach } from "#contract/event-changes.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { findEventHeads, keepFormerStart, type Arrangement } from "#server/modules/events/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database, Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { FactMap, Facts } from "#server/platform/facts.ts";
import * as store from "./store.ts";

/**
 * Whom calling a night off or moving it would reach, and what they paid. Changes nothing.
 *
 * @throws AppError `not_found`
 */
export async function getEventReach(db: Database, eventId: number): Promise<EventReach> {
  if (!(await findEventHeads(db, [eventId])).has(eventId)) throw new AppError("not_found");
  return store.countReach(db, eventId);
}

/** Lets the holders of a night's tickets be told of what becomes of it, in the transaction that changes it. */
export function hearOfNights({ facts }: Pick<Deps, "facts">): void {
  facts.on("event.cancelled", async (tx, cancelled) => {
    for (const { eventId, change, note } of cancelled) {
      await tellHolders(facts, tx, { eventId, change, note, what: "cancelled", startedAt: null });
    }
  });
  facts.on("event.postponed", async (tx, postponed) => {
    for (const { eventId, change, note, before, hasNewDate } of postponed) {
      const what = hasNewDate ? ("moved" as const) : ("postponed" as const);
      await tellHolders(facts, tx, { eventId, change, note, what, startedAt: before.startsAt });
    }
  });
  facts.on("event.rearranged", async (tx, rearranged) => {
    for (const night of rearranged) await tellRearranged(facts, tx, night);
  });
}

/**
 * Other times or another place: nobody who holds tickets is left to find out at a shut door. What staff chose stands in
 * the log.
 *
 * @throws AppError `holders_to_tell` where somebody holds tickets and nobody said whether they are told
 */
async function tellRearranged(facts: Facts, tx: Tx, night: FactMap["event.rearranged"]): Promise<void> {
  const { eventId, change, before, after, staff, notice } = night;
  const { people, tickets } = await store.countReach(tx, eventId);
  if (people === 0) return;
  if (notice === undefined) throw new AppError("holders_to_tell");
  const note = notice.tell === "mail" ? (notice.note ?? "") : "";
  const names = (Object.keys(after) as (keyof Arrangement)[]).filter((name) => before[name] !== after[name]);
  const only = (arrangement: Arrangement) => Object.fromEntries(names.map((name) => [name, arrangement[name]]));
  await recordAction(tx, {
    staff,
    action: notice.tell === "mail" ? "night.holders_told" : "night.holders_not_told",
    target: { kind: "night", id: eventId },
    before: only(before),
    after: { people, tickets, ...only(after) },
    ...(note ? { reason: note } : {}),
  });
  if (notice.tell !== "mail") return;
  if (before.startsAt !== after.startsAt) await keepFormerStart(tx, eventId, before);
  await tellHolders(facts, tx, {
    eventId,
    change,
    note,
    what: "rearranged",
    startedAt: before.startsAt,
    arrangements: { before, after },
  });
}

interface NightChange {
  eventId: number;
  change: number;
  note: string;
  what: FactMap["order.night_changed"]["what"];
  startedAt: string | null;
  arrangements?: FactMap["order.night_changed"]["arrangements"] & object;
}

async function tellHolders(facts: Facts, tx: Tx, night: NightChange): Promise<void> {
  const holders = await store.findHolders(tx, night.eventId);
  await facts.tell(
    tx,
    "order.night_changed",
    holders.map((holder) => ({ ...night, ...holder })),
  );
}
