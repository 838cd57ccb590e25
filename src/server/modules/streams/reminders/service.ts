import type { ReminderForm, SignupResult } from "#contract/reminders.ts";
import {
  claimSignups,
  countAwaiting,
  findAwaitedIds,
  findNamedIds,
  forgetTopics,
  requireAddress,
  signUp,
  type ReminderTopic,
} from "#server/modules/reminders/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { findNamedStream } from "../store.ts";
import * as store from "./store.ts";

/** How many are told in one transaction. */
const batchSize = 500;

const topicName = "stream";
const topicOf = (streamId: number) => `${topicName}:${streamId}` as const;

/** What people can wait for: that a stream is live. */
export const streamTopics: Record<string, ReminderTopic> = {
  [topicName]: {
    async findSentence(db, id) {
      const stream = await findNamedStream(db, id);
      return stream === undefined || stream.status === "ended" || stream.status === "replay"
        ? undefined
        : `${stream.title} is live`;
    },
    pathOf: (id) => `/live?stream=${id}&list=${topicName}`,
    isJoinedElsewhere: true,
  },
};

/**
 * Signs an address up for one email when a stream is live, as signUp of the reminders.
 *
 * @throws AppError `not_found` for a stream that visitors can't see or that has started | `invalid_input` without any
 *   address
 */
export async function remindOfStream(
  deps: Deps,
  principal: Principal | undefined,
  streamId: number,
  form: ReminderForm,
): Promise<SignupResult> {
  const email = requireAddress(principal, form);
  if (!(await store.isAhead(deps.db, streamId))) throw new AppError("not_found");
  const result = await inTransaction(deps.db, (tx) => signUp(deps, tx, principal, { topic: topicOf(streamId), email }));
  deps.nudge("stream-reminders");
  return result;
}

/**
 * Emails everyone whose stream is live, each once: the mark and the email are one transaction. Safe on several nodes at
 * once.
 *
 * @returns true when more are waiting
 */
export async function sendStreamReminders(deps: Deps): Promise<boolean> {
  const { db, bus } = deps;
  const adopted = await inTransaction(db, (tx) => adoptFormerReminders(deps, tx));
  const live = await store.findLive(db, await findAwaitedIds(db, topicName));
  if (live.length === 0) return adopted === batchSize;
  const notifiedCount = await inTransaction(db, async (tx) => {
    const due = await claimSignups(tx, live.map(topicOf), batchSize);
    await bus.emit(
      tx,
      "stream.reminder_due",
      due.map(({ id, topic, email, sends }) => ({
        interestId: id,
        sends,
        streamId: Number(topic.slice(topicName.length + 1)),
        email,
      })),
    );
    return due.length;
  });
  return notifiedCount === batchSize || adopted === batchSize;
}

/** Moves what nodes of the version before stored to the signups, by the same policy: each row is in one place. */
async function adoptFormerReminders(deps: Deps, tx: Tx): Promise<number> {
  const former = await store.claimFormerReminders(tx, batchSize);
  for (const { streamId, email, userId, isWaiting } of former) {
    const person = userId === null ? undefined : { id: userId, email: null };
    if (isWaiting) await signUp(deps, tx, person, { topic: topicOf(streamId), email });
  }
  return former.length;
}

/** How many wait for a stream, and will get its email. */
export const countWaiting = (db: Queryable, streamId: number): Promise<number> => countAwaiting(db, topicOf(streamId));

/** Deletes the addresses that waited for streams that are over since a month. */
export async function purgeReminders(db: Queryable): Promise<void> {
  const over = await store.findOver(db, await findNamedIds(db, topicName));
  await forgetTopics(db, over.map(topicOf));
}
