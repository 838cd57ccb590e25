import { setImmediate } from "node:timers/promises";
import { shortenName } from "#contract/door/phone-record.ts";
import { type DoorSnapshot, snapshotPageSize } from "#contract/door/snapshot.ts";
import { findEventById } from "#server/modules/events/index.ts";
import {
  type DoorRecordRow,
  findDoorRecords,
  findTransactions,
  findTypesAtDoor,
  ticketMac,
} from "#server/modules/tickets/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { doorOpens } from "../service.ts";
import { countAtDoor, readClock } from "../store.ts";
import { encryptRecord } from "./encrypt.ts";

/**
 * One page of an event's codes for a phone without a network. The key that signs codes stays here: each record is
 * encrypted with a key that only its own code yields.
 *
 * @throws AppError `not_found`
 */
export async function readSnapshot(
  deps: Deps,
  eventId: number,
  { since, after }: { since?: string | undefined; after?: string | undefined },
): Promise<DoorSnapshot> {
  const { db, keys } = deps;
  const event = requireFound(await findEventById(db, eventId));
  // Before the records: what is committed meanwhile is in this snapshot or in the next one, or in both.
  const { oldest, next } = await findTransactions(db);
  const isKnown = since !== undefined && /^\d+$/.test(since) && BigInt(since) <= BigInt(next);
  const found = await findDoorRecords(db, {
    eventId,
    since: isKnown ? since : null,
    after: readPlace(after),
    limit: snapshotPageSize + 1,
  });
  const rows = found.slice(0, snapshotPageSize);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return {
    event: {
      id: event.id,
      isCanceled: event.status === "canceled",
      opensAt: doorOpens(event)?.toISOString() ?? null,
      timeZone: event.timeZone,
    },
    ticketCount: (await countAtDoor(db, [eventId])).get(eventId)!.ticketCount,
    types: await findTypesAtDoor(db, eventId),
    now: (await readClock(db)).toISOString(),
    cursor: oldest,
    next: last === undefined ? null : `${last.ticketId}.${last.version}`,
    isWhole: !isKnown,
    records: (await encryptRows(rows, keys["ticket-codes"])).toString("base64"),
  };
}

/** Records between which other requests get their turn: a page takes a tenth of a second or more. */
const atOnce = 250;

async function encryptRows(rows: DoorRecordRow[], key: Buffer): Promise<Buffer> {
  const encrypted: Buffer[] = [];
  for (let start = 0; start < rows.length; start += atOnce) {
    for (const row of rows.slice(start, start + atOnce)) encrypted.push(encryptRow(row, key));
    await setImmediate();
  }
  return Buffer.concat(encrypted);
}

function encryptRow(
  { ticketId, version, reason, ticketTypeId, admittedAt, holderName }: DoorRecordRow,
  key: Buffer,
): Buffer {
  return encryptRecord(ticketMac({ ticketId, version }, key), {
    voidReason: reason ?? undefined,
    ticketTypeId,
    admittedAt: admittedAt === null ? undefined : Math.floor(admittedAt.getTime() / 1000),
    name: shortenName(holderName),
  });
}

function readPlace(after: string | undefined): { ticketId: number; version: number } {
  const [ticketId = 0, version = 0] = (after ?? "").split(".").map(Number);
  const isPlace = Number.isSafeInteger(ticketId) && Number.isInteger(version) && version <= 4095;
  return isPlace ? { ticketId, version } : { ticketId: 0, version: 0 };
}
