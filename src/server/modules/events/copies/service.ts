import type { NewTimes } from "#contract/events/changes.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { createStock, findStockLevels } from "#server/modules/inventory/index.ts";
import { setPictures } from "#server/modules/media/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { readTimes } from "../changes/service.ts";
import { recordPictureUses } from "../editing/pictures.ts";
import { createCapacity, freeSlug } from "../editing/service.ts";
import { lockRecord } from "../editing/store.ts";
import { findSale, stocksOf, type Sale } from "../ticket-types/save.ts";
import * as store from "./store.ts";

type Levels = Awaited<ReturnType<typeof findStockLevels>>;

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
  const times = dates.map((date, index) => readTimes(date, `dates.${index}.`));
  return inTransaction(db, async (tx) => {
    const source = await lockRecord(tx, id);
    const seriesId = asRun ? (source.seriesId ?? (await store.insertSeriesOf(tx, id))) : null;
    const sale = await findSale(tx, source);
    const levels = await findStockLevels(tx, stocksOf(sale));
    const ids: number[] = [];
    for (const date of times) {
      const stockId = await createCapacity(tx, levels.get(source.stockId ?? 0)?.capacity ?? null);
      const slug = await freeSlug(tx, source.slug);
      const copyId = await store.insertCopy(tx, id, { ...date, slug, stockId, seriesId });
      await recordPictureUses(tx, { ...source, id: copyId });
      await copyTypes(tx, sale, levels, copyId);
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

async function copyTypes(tx: Tx, { types, pools }: Sale, levels: Levels, eventId: number) {
  const copyIds = new Map<number, number>();
  for (const type of types) {
    const stockId = await createStock(tx, { kind: "ticket_type", capacity: levels.get(type.stockId)!.capacity });
    copyIds.set(type.id, await store.insertTypeCopy(tx, type.id, { eventId, stockId }));
  }
  await store.linkCopiedTiers(tx, copyIds);
  for (const pool of pools) {
    const stockId = await createStock(tx, { kind: "pool", capacity: levels.get(pool.stockId)!.capacity });
    const typeIds = types.filter((type) => type.poolIds.includes(pool.id)).map(({ id }) => copyIds.get(id)!);
    await store.insertPoolCopy(tx, pool.id, { eventId, stockId, typeIds });
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
      const { isDraft, ...before } = requireFound(await store.lockForDeletion(tx, id));
      if (!isDraft) throw new AppError("not_a_draft");
      await recordAction(tx, { staff, action: "event.deleted", target: { kind: "event", id }, before });
      await setPictures(tx, { kind: "event", id, label: before.title }, []);
      await store.deleteEvent(tx, id);
    });
  } catch (error) {
    // Orders, tickets and admissions reference their event, which prevents deleting it.
    if ((error as { code?: string }).code === "23503") throw new AppError("has_sales");
    throw error;
  }
}
