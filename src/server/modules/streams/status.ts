import type { StreamNews, StreamStatus } from "#contract/streams/streams.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { nextStatus } from "./rules.ts";
import * as store from "./store.ts";

type Publisher = Pick<Deps, "realtime">;

/** The topic of a stream on the realtime channel: its status and its offer. */
export const topicOf = (id: number): string => `stream.${id}`;

/** Writes a stream's new status, and everyone who watches it learns about it. The caller has locked the stream. */
export async function setStatus({ realtime }: Publisher, tx: Tx, id: number, to: StreamStatus): Promise<void> {
  await store.setStatus(tx, id, to);
  await realtime.publish(tx, topicOf(id), "status", { status: to } satisfies StreamNews["status"]);
}

/**
 * Moves a stream to the status that its progress asks for, by the database's clock.
 *
 * Safe on several nodes at once: the stream's row is locked, so each step is made once. A stream whose key still feeds
 * another one waits.
 *
 * @returns its status afterwards; undefined if there is no such stream
 */
export async function moveStatus(deps: Publisher, tx: Tx, id: number): Promise<StreamStatus | undefined> {
  const progress = await store.lockProgress(tx, id);
  if (progress === undefined) return undefined;
  const next = nextStatus(progress);
  if (next === progress.status) return next;
  if (next === "live" && progress.status !== "stalled" && (await store.isKeyBusy(tx, id))) return progress.status;
  await setStatus(deps, tx, id, next);
  return next;
}

/** Moves all streams on whose time has come: starts, stalls and ends. */
export async function moveStreams(deps: Pick<Deps, "db" | "nudge" | "realtime">): Promise<void> {
  for (const id of await store.findMovable(deps.db)) await inTransaction(deps.db, (tx) => moveStatus(deps, tx, id));
  deps.nudge("stream-reminders");
}
