import type { ReminderForm } from "#contract/interest.ts";
import { findEventInfo, findSaleWindows } from "#server/modules/events/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { newId } from "#server/platform/ids.ts";
import * as reminders from "./reminder-store.ts";
import { mailRules, eventTopic } from "./rules.ts";
import { askAgain } from "./store.ts";

/** How many are notified in one transaction. */
const batchSize = 500;

/**
 * Stores a signup for one email when more tickets of an event go on sale. A signed-in person's own confirmed address
 * counts at once; any other has to confirm by email first, with a few emails at most, and the reply never says whether
 * it is known.
 *
 * @throws AppError `not_found` when no more tickets will go on sale | `invalid_input` without any address
 */
export async function remindOfSale(
  { db, bus, nudge }: Deps,
  principal: Principal | undefined,
  eventId: number,
  form: ReminderForm,
): Promise<"asked" | "confirmed"> {
  const own = principal?.email ?? undefined;
  const email = form.email ?? own;
  if (email === undefined) {
    throw new AppError("invalid_input", { errors: [{ message: "Enter your email address", path: "email" }] });
  }
  const [sale] = await findSaleWindows(db, [eventId]);
  if (sale === undefined || !sale.hasMoreToCome) throw new AppError("not_found");
  const wish = { id: newId(), topic: eventTopic(eventId), email, event: { eventId, openThen: sale.open } };
  if (email === own) {
    await reminders.keepConfirmed(db, wish);
    return "confirmed";
  }
  await inTransaction(db, async (tx) => {
    const due = await askAgain(tx, wish, mailRules);
    if (due) await bus.emit(tx, "interest.asked", [{ interestId: due.id, email, mails: due.mails }]);
  });
  nudge("mail");
  return "asked";
}

/**
 * Emails everyone whose tickets went on sale, by the database's clock, each once: the mark and the email are one
 * transaction. Safe on several nodes at once.
 *
 * @returns true when more are waiting
 */
export async function sendReminders({ db, bus, nudge }: Deps): Promise<boolean> {
  const awaited = await reminders.findAwaitedEvents(db);
  if (awaited.length === 0) return false;
  let isMore = false;
  for (const { eventId, open } of await findSaleWindows(db, awaited)) {
    if (open.length === 0) continue;
    const notified = await inTransaction(db, async (tx) => {
      const due = await reminders.takeDue(tx, eventId, open, batchSize);
      await bus.emit(
        tx,
        "interest.sales_open",
        due.map(({ id, email, sends }) => ({ interestId: id, email, sends })),
      );
      return due.length;
    });
    if (notified > 0) nudge("mail");
    isMore ||= notified === batchSize;
  }
  return isMore;
}

/** Events that are over sell no more tickets, so the addresses that waited for them are deleted. */
export async function forgetPastEvents({ db }: Pick<Deps, "db">): Promise<void> {
  const eventsById = await findEventInfo(db, await reminders.findNamedEvents(db));
  const over = [...eventsById.values()].filter((event) => event.isOver || event.status === "canceled");
  await reminders.forgetEvents(
    db,
    over.map(({ id }) => id),
  );
}
