import type { NewTimes } from "#contract/event-changes.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { createStock } from "#server/modules/inventory/index.ts";
import { setPictures } from "#server/modules/media/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { readTimes } from "../changes/service.ts";
import { lockEditable } from "../editing/edit-store.ts";
import { notePictures } from "../editing/pictures.ts";
import { freeSlug } from "../editing/service.ts";
import * as store from "./store.ts";

/**
 * Creates drafts from an event, one per date: text, images, settings and ticket types with fresh stock. Sales, holders,
 * comps and the event's history are not copied. Either all drafts are created or none.
 *
 * @param asRun links the copies and the event as dates of one series
 * @returns ids in the order of the dates
 * @throws AppError `not_found` | `invalid_input`
 */
export function copyEvent(
  db: Database,
  staff: Principal,
  id: number,
  { dates, asRun = false }: { dates: NewTimes[]; asRun?: boolean | undefined },
): Promise<number[]> {
  const times = dates.map((date, index) => readTimes(date, `dates.${index}`));
  return inTransaction(db, async (tx) => {
    const source = await store.lockSource(tx, id);
    if (source === undefined) throw new AppError("not_found");
    const seriesId = asRun ? (source.seriesId ?? (await beginRun(tx, id))) : null;
    const ids: number[] = [];
    for (const date of times) {
      const stockId =
        source.capacity === null ? null : await createStock(tx, { kind: "event", capacity: source.capacity });
      const slug = await freeSlug(tx, { slug: source.slug, title: source.title });
      const copyId = await store.insertCopy(tx, id, { ...date, slug, stockId, seriesId });
      await noteCopied(tx, copyId);
      await copyTypes(tx, id, copyId, date.startsAt.getTime() - source.startsAt.getTime());
      await recordAction(tx, {
        staff,
        action: "event.copied",
        target: { kind: "event", id: copyId },
        after: { title: source.title, startsAt: date.startsAt, from: id },
      });
      ids.push(copyId);
    }
    return ids;
  });
}

async function noteCopied(tx: Tx, id: number): Promise<void> {
  const event = await lockEditable(tx, id);
  if (event !== undefined) await notePictures(tx, event, event);
}

async function beginRun(tx: Tx, id: number): Promise<number> {
  const seriesId = await store.insertSeries(tx);
  await store.joinSeries(tx, id, seriesId);
  return seriesId;
}

async function copyTypes(tx: Tx, fromId: number, toId: number, laterMs: number): Promise<void> {
  const copies: { sourceId: number; id: number }[] = [];
  for (const type of await store.findSourceTypes(tx, fromId)) {
    const stockId = await createStock(tx, { kind: "ticket_type", capacity: type.capacity });
    copies.push({
      sourceId: type.id,
      id: await store.insertTypeCopy(tx, type.id, { eventId: toId, stockId, laterMs }),
    });
  }
  await store.linkCopiedTiers(tx, copies);
  for (const pool of await store.findSourcePools(tx, fromId)) {
    const stockId = await createStock(tx, { kind: "pool", capacity: pool.capacity });
    const typeIds = copies.flatMap(({ sourceId, id }) => (pool.typeIds.includes(sourceId) ? id : []));
    await store.insertPoolCopy(tx, pool.id, { eventId: toId, stockId, typeIds });
  }
}

/**
 * Deletes a draft that never had an order.
 *
 * @throws AppError `not_found` | `not_a_draft` | `has_sales`
 */
export async function deleteEvent(db: Database, staff: Principal, id: number): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      const event = await store.lockForDeletion(tx, id);
      if (event === undefined) throw new AppError("not_found");
      if (!event.isDraft) throw new AppError("not_a_draft");
      const { title, slug } = event;
      await recordAction(tx, {
        staff,
        action: "event.deleted",
        target: { kind: "event", id },
        before: { title, slug },
      });
      await setPictures(tx, { kind: "event", id, label: title }, []);
      await store.deleteEvent(tx, id);
    });
  } catch (error) {
    // Orders, tickets and admissions reference their event, which prevents deleting it.
    if ((error as { code?: string }).code === "23503") throw new AppError("has_sales");
    throw error;
  }
}
