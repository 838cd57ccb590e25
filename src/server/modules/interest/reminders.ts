import type { ReminderForm } from "#contract/interest.ts";
import { findEventHeads, findSaleOpenings } from "#server/modules/events/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { newId } from "#server/platform/ids.ts";
import * as reminders from "./reminder-store.ts";
import { mailRules, nightTopic } from "./rules.ts";
import { askAgain } from "./store.ts";
import "./facts.ts";

/** How many are told in one transaction. */
const batchSize = 500;

/**
 * Keeps the wish for one mail when more tickets of a night open. A signed-in person's own confirmed address counts at
 * once; every other is asked by mail first, a few times at most, and the answer never says whether it is known.
 *
 * @throws AppError `not_found` where no more tickets are to come | `invalid_input` without any address
 */
export async function remindOfSale(
  { db, facts, nudge }: Deps,
  principal: Principal | undefined,
  eventId: number,
  form: ReminderForm,
): Promise<"asked" | "confirmed"> {
  const own = principal?.email ?? undefined;
  const email = form.email ?? own;
  if (email === undefined) {
    throw new AppError("invalid_input", { errors: [{ message: "An e-mail address is needed", path: "email" }] });
  }
  const [sale] = await findSaleOpenings(db, [eventId]);
  if (sale === undefined || !sale.hasMoreToCome) throw new AppError("not_found");
  const wish = { id: newId(), topic: nightTopic(eventId), email, night: { eventId, openThen: sale.open } };
  if (email === own) {
    await reminders.keepConfirmed(db, wish);
    return "confirmed";
  }
  await inTransaction(db, async (tx) => {
    const due = await askAgain(tx, wish, mailRules);
    if (due) await facts.tell(tx, "interest.asked", [{ interestId: due.id, email, mails: due.mails }]);
  });
  nudge("mail");
  return "asked";
}

/**
 * Tells everybody whose tickets opened, by the database's clock, each once: the mark and the mail are one transaction.
 * Safe on several nodes at once.
 *
 * @returns true when more are waiting
 */
export async function tellOfSales({ db, facts, nudge }: Deps): Promise<boolean> {
  const awaited = await reminders.findAwaitedNights(db);
  if (awaited.length === 0) return false;
  let isMore = false;
  for (const { eventId, open } of await findSaleOpenings(db, awaited)) {
    if (open.length === 0) continue;
    const told = await inTransaction(db, async (tx) => {
      const due = await reminders.takeDue(tx, eventId, open, batchSize);
      await facts.tell(
        tx,
        "interest.sales_open",
        due.map(({ id, email, sends }) => ({ interestId: id, email, sends })),
      );
      return due.length;
    });
    if (told > 0) nudge("mail");
    isMore ||= told === batchSize;
  }
  return isMore;
}

/** Nights that are over open no more: the addresses of those who waited are not ours to keep. */
export async function forgetOverNights({ db }: Pick<Deps, "db">): Promise<void> {
  const heads = await findEventHeads(db, await reminders.findNamedNights(db));
  const over = [...heads.values()].filter((night) => night.isOver || night.state === "cancelled");
  await reminders.forgetNights(
    db,
    over.map(({ id }) => id),
  );
}
