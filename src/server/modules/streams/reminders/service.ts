import { AppError, fieldError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { RecordSource } from "#server/platform/personal-records.ts";
import * as store from "./store.ts";

/** How many streams one address can wait for, so that nobody can have a stranger's inbox filled. */
const maxWaiting = 20;

/** How many are told in one transaction. */
const batchSize = 500;

/**
 * Stores that an address wants one email when a stream is live. It never says whether the address is known: nothing
 * changes for one that waits already, or waits for too much.
 *
 * @throws AppError `not_found` for a stream that visitors can't see or that has started | `invalid_input` without any
 *   address
 */
export async function remindOfStream(
  { db, nudge }: Deps,
  principal: Principal | undefined,
  streamId: number,
  form: { email?: string | undefined },
): Promise<void> {
  const email = form.email ?? principal?.email;
  if (email === undefined || email === null) throw fieldError("email", "Enter your email address");
  if (!(await store.isAhead(db, streamId))) throw new AppError("not_found");
  await store.insertReminder(db, { streamId, email, userId: principal?.id ?? null, most: maxWaiting });
  nudge("stream-reminders");
}

/**
 * Emails everyone whose stream is live, each once: the mark and the email are one transaction. Safe on several nodes at
 * once.
 *
 * @returns true when more are waiting
 */
export async function sendStreamReminders({ db, bus }: Deps): Promise<boolean> {
  const notifiedCount = await inTransaction(db, async (tx) => {
    const due = await store.claimDue(tx, batchSize);
    await bus.emit(tx, "stream.reminder_due", due);
    return due.length;
  });
  return notifiedCount === batchSize;
}

/** The reminders of an account, and those of its confirmed address. */
export const reminderRecords: RecordSource = {
  read: (db, owner) => store.findRemindersOf(db, owner),
  forget: (tx, owner) => store.deleteRemindersOf(tx, owner),
};
