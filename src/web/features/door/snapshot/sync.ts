import type { DoorSnapshot } from "#contract/door/snapshot.ts";
import { CallError } from "#web/lib/call.ts";
import { listStates, openStore, readState, type SnapshotState, storePage, wipeEvent, wipeStore } from "./store.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Asks for one page of a snapshot. */
export type AskPage = (query: { since?: string; after?: string }) => Promise<DoorSnapshot>;

/**
 * Removes an event's snapshot from a phone that had no contact about it for a day, or whose clock was set back by that much.
 * Others stay: a reload at night must not take tonight's tickets because yesterday's are old.
 *
 * @returns what is left of the event's snapshot
 */
export async function readFresh(db: IDBDatabase, eventId: number, now: number): Promise<SnapshotState | undefined> {
  const state = await readState(db, eventId);
  if (state === undefined || Math.abs(now - state.contactAt) <= dayMs) return state;
  await wipeEvent(db, eventId);
  return undefined;
}

/** The same for all events, when someone opens the check-in page. */
export async function wipeStale(now = Date.now()): Promise<void> {
  if (typeof indexedDB === "undefined") return;
  const db = await openStore();
  for (const { eventId } of await listStates(db)) await readFresh(db, eventId, now);
  db.close();
}

/**
 * Brings a phone's snapshot up to date: only what changed, and after a cut from where it was. Each page is stored as it
 * arrives. If the server says that this phone may not have it (anymore), it is removed; everything, if nobody is signed in.
 *
 * @throws what `ask` throws
 */
export async function syncSnapshot(
  db: IDBDatabase,
  eventId: number,
  ask: AskPage,
  now: () => number = Date.now,
): Promise<SnapshotState> {
  let state = await readFresh(db, eventId, now());
  for (;;) {
    const { since, after } = state?.pending ?? { since: state?.cursor };
    const page = await askOrWipe(db, eventId, ask, { ...(since && { since }), ...(after && { after }) });
    const isLost = page.isWhole && since !== undefined;
    if (isLost && after !== undefined) {
      // The server doesn't know this snapshot anymore: from the beginning.
      await wipeEvent(db, eventId);
      state = undefined;
      continue;
    }
    const cursor = state?.pending?.cursor ?? page.cursor;
    const isLast = page.next === null;
    const at = now();
    const next: SnapshotState = {
      eventId,
      event: page.event,
      types: page.types,
      ticketCount: page.ticketCount,
      cursor: isLast ? cursor : isLost ? undefined : state?.cursor,
      pending: isLast ? undefined : { since: page.isWhole ? undefined : since, after: page.next!, cursor },
      contactAt: at,
      offsetMs: Date.parse(page.now) - at,
    };
    const startsOver = page.isWhole && after === undefined;
    if (await storePage(db, next, fromBase64(page.records), { before: state, startsOver })) {
      if (isLast) return next;
      state = next;
    } else state = await readFresh(db, eventId, now());
  }
}

async function askOrWipe(
  db: IDBDatabase,
  eventId: number,
  ask: AskPage,
  query: Parameters<AskPage>[0],
): Promise<DoorSnapshot> {
  try {
    return await ask(query);
  } catch (error) {
    const isRefused = error instanceof CallError && [401, 403, 404].includes(error.status);
    if (isRefused && error.answer.code !== undefined)
      await (error.status === 401 ? wipeStore(db) : wipeEvent(db, eventId));
    throw error;
  }
}

function fromBase64(text: string): Uint8Array {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
