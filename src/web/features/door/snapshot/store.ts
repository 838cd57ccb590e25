import { indexBytes, rowBytes } from "#contract/door/phone-record.ts";
import type { DoorSnapshot } from "#contract/door/snapshot.ts";
import { doorDatabase } from "#web/lib/session-user.ts";

/** What a phone knows about its snapshot of an event, besides the records. Nothing in it is about a person. */
export type SnapshotState = Pick<DoorSnapshot, "event" | "types" | "ticketCount"> & {
  eventId: number;
  /** What the next snapshot starts from; undefined until a whole one has arrived. */
  cursor?: string | undefined;
  /** Where a snapshot that was cut off goes on. */
  pending?: { since?: string | undefined; after: string; cursor: string } | undefined;
  /** The phone's time when the server last answered. */
  contactAt: number;
  /** How many milliseconds the server's clock is ahead of the phone's. */
  offsetMs: number;
};

const chunkCount = 256;

const chunksOf = (eventId: number) => IDBKeyRange.bound([eventId, 0], [eventId, chunkCount]);

/** A request's result. */
const resultOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("The request failed")));
  });

/** Settles once a transaction is on disk, or isn't. */
const whenDone = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("The transaction was undone")));
  });

/** Opens this device's store. Records are in 256 chunks by their first byte: a row each would take forty times as long. */
export async function openStore(factory: IDBFactory = indexedDB): Promise<IDBDatabase> {
  const request = factory.open(doorDatabase, 1);
  request.addEventListener("upgradeneeded", () => {
    request.result.createObjectStore("events", { keyPath: "eventId" });
    request.result.createObjectStore("chunks");
  });
  const db = await resultOf(request);
  // Signing out deletes it, in any tab.
  db.addEventListener("versionchange", () => db.close());
  return db;
}

/** What is known of an event's snapshot on this device. */
export const readState = (db: IDBDatabase, eventId: number): Promise<SnapshotState | undefined> =>
  resultOf(db.transaction("events").objectStore("events").get(eventId) as IDBRequest<SnapshotState | undefined>);

/** What is known of all events' snapshots on this device. */
export const listStates = (db: IDBDatabase): Promise<SnapshotState[]> =>
  resultOf(db.transaction("events").objectStore("events").getAll() as IDBRequest<SnapshotState[]>);

/** Removes everything about an event from this device. */
export async function wipeEvent(db: IDBDatabase, eventId: number): Promise<void> {
  const transaction = db.transaction(["events", "chunks"], "readwrite");
  transaction.objectStore("events").delete(eventId);
  transaction.objectStore("chunks").delete(chunksOf(eventId));
  await whenDone(transaction);
}

/** Removes everything about every event from this device. */
export async function wipeStore(db: IDBDatabase): Promise<void> {
  const transaction = db.transaction(["events", "chunks"], "readwrite");
  transaction.objectStore("events").clear();
  transaction.objectStore("chunks").clear();
  await whenDone(transaction);
}

/**
 * Stores a page's records together with how far the snapshot has come: both or neither.
 *
 * @param before what the page goes on from
 * @returns false, and nothing is stored, if another tab or a wipe changed that meanwhile
 */
export async function storePage(
  db: IDBDatabase,
  state: SnapshotState,
  records: Uint8Array,
  { before, startsOver }: { before: SnapshotState | undefined; startsOver: boolean },
): Promise<boolean> {
  const transaction = db.transaction(["events", "chunks"], "readwrite");
  const done = whenDone(transaction);
  const now = (await resultOf(transaction.objectStore("events").get(state.eventId))) as SnapshotState | undefined;
  if (placeOf(now) !== placeOf(before)) {
    await done;
    return false;
  }
  const chunks = transaction.objectStore("chunks");
  if (startsOver) chunks.delete(chunksOf(state.eventId));
  const stored = [...groupRows(records)].map(async ([chunk, rows]) => {
    const key = [state.eventId, chunk];
    const old = (await resultOf(chunks.get(key))) as Uint8Array | undefined;
    chunks.put(mergeRows(old ?? new Uint8Array(), rows), key);
  });
  transaction.objectStore("events").put(state);
  await Promise.all([...stored, done]);
  return true;
}

const placeOf = (state: SnapshotState | undefined): string => JSON.stringify([state?.cursor, state?.pending]);

/** The record of an index, still encrypted; undefined if this phone has none. */
export async function findRow(
  db: IDBDatabase,
  eventId: number,
  index: Uint8Array,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks = db.transaction("chunks").objectStore("chunks");
  const chunk = (await resultOf(chunks.get([eventId, index[0]!]))) as Uint8Array<ArrayBuffer> | undefined;
  if (chunk === undefined) return undefined;
  for (let at = 0; at < chunk.length; at += rowBytes) {
    if (compareIndexes(chunk.subarray(at), index) === 0) return chunk.slice(at, at + rowBytes);
  }
  return undefined;
}

function groupRows(records: Uint8Array): Map<number, Uint8Array[]> {
  const groups = new Map<number, Uint8Array[]>();
  for (let at = 0; at < records.length; at += rowBytes) {
    const rows = groups.get(records[at]!);
    const row = records.subarray(at, at + rowBytes);
    if (rows === undefined) groups.set(records[at]!, [row]);
    else rows.push(row);
  }
  return groups;
}

function compareIndexes(one: Uint8Array, other: Uint8Array): number {
  for (let at = 0; at < indexBytes; at++) {
    const difference = one[at]! - other[at]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A chunk with new rows in it, sorted by index; a new row replaces the one of its index. */
function mergeRows(chunk: Uint8Array, rows: Uint8Array[]): Uint8Array {
  const fresh = rows.toSorted(compareIndexes);
  const merged: Uint8Array[] = [];
  let at = 0;
  for (const row of fresh) {
    while (at < chunk.length && compareIndexes(chunk.subarray(at), row) < 0) {
      merged.push(chunk.subarray(at, at + rowBytes));
      at += rowBytes;
    }
    if (at < chunk.length && compareIndexes(chunk.subarray(at), row) === 0) at += rowBytes;
    merged.push(row);
  }
  merged.push(chunk.subarray(at));
  const result = new Uint8Array(merged.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of merged) {
    result.set(part, end);
    end += part.length;
  }
  return result;
}
