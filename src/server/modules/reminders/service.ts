import type { AnyTopic, ReminderForm, SignupResult, WaitlistForm } from "#contract/reminders.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { requireAddress, signUp } from "./opt-in.ts";
import { moves, eventTopic } from "./rules.ts";
import { onSignupStep, pathOf, requireTopic } from "./topics.ts";
import * as store from "./store.ts";
import { findEventInfo, findSaleWindows } from "#server/modules/events/index.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { isOldKey } from "#server/platform/old-links.ts";
import { isLinkKey, linkKey } from "#server/platform/signed-links.ts";

/** What an emailed link does; a key works for its own step only. */
type Step = "confirm" | "leave";

/** True for the key of a step's emailed link. */
export const opens = (secret: Buffer, step: Step, interestId: string, key: string): boolean =>
  [isLinkKey, isOldKey].some((isKey) => isKey(key, secret, step, interestId));

/** Where the links in an email to a signup lead, and its headers for one-click unsubscribe. */
export type SignupLinks = Pick<ReturnType<typeof linksOf>, "leave" | "headers">;

/** The links in a signup's emails, and the headers for one-click unsubscribe (RFC 2369, RFC 8058). */
export function linksOf(deps: Deps, interestId: string, topic: AnyTopic) {
  const { config, keys } = deps;
  const key = (step: Step) => linkKey(keys["interest-links"], step, interestId);
  const oneClick = `${config.baseUrl}/api/interest/${interestId}/unsubscribe?key=${key("leave")}`;
  return {
    confirm: `${config.baseUrl}${pathOf(deps, topic, { confirm: interestId, key: key("confirm") })}`,
    leave: `${config.baseUrl}${pathOf(deps, topic, { leave: interestId, key: key("leave") })}`,
    headers: { "List-Unsubscribe": `<${oneClick}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

/**
 * Joins the list of a part of the site or of what a module announces, as signUp.
 *
 * @throws AppError `invalid_input` for a list that no module has
 */
export async function joinWaitlist(
  deps: Deps,
  principal: Principal | undefined,
  form: WaitlistForm,
): Promise<SignupResult> {
  requireTopic(deps, form.topic);
  return inTransaction(deps.db, (tx) => signUp(deps, tx, principal, form));
}

/**
 * The topic that an emailed link unsubscribes from, without doing it.
 *
 * @throws AppError `not_found` for a wrong key
 */
export async function findTopicToLeave({ db, keys }: Deps, id: string, key: string): Promise<AnyTopic> {
  const wish = opens(keys["interest-links"], "leave", id, key) ? await store.findInterest(db, id) : undefined;
  return requireFound(wish).topic;
}

/**
 * Confirms a signup or unsubscribes its address, by its emailed link, any number of times.
 *
 * @throws AppError `not_found` for a wrong key, and when an unsubscribed address is to be confirmed
 */
export async function applyStep(deps: Deps, name: Step, id: string, key: string): Promise<AnyTopic> {
  if (!opens(deps.keys["interest-links"], name, id, key)) throw new AppError("not_found");
  const { from, to } = moves[name];
  return inTransaction(deps.db, async (tx) => {
    const { topic, email } = requireFound(await store.move(tx, id, from, to as "confirmed" | "left"));
    await onSignupStep(deps, tx, { topic, email, step: name });
    return topic;
  });
}

/**
 * Where the links in an email to a signup lead, and its headers for one-click unsubscribe.
 *
 * @returns undefined once the address has unsubscribed or was deleted
 */
export async function findSignupLinks(deps: Deps, interestId: string) {
  const wish = await store.findInterest(deps.db, interestId);
  return wish === undefined || wish.status === "left" ? undefined : linksOf(deps, interestId, wish.topic);
}

/** How many are notified in one transaction. */
const batchSize = 500;

/**
 * Stores a signup for one email when more tickets of an event go on sale, as signUp.
 *
 * @throws AppError `not_found` when no more tickets will go on sale | `invalid_input` without any address
 */
export async function remindOfSale(
  deps: Deps,
  principal: Principal | undefined,
  eventId: number,
  form: ReminderForm,
): Promise<SignupResult> {
  const email = requireAddress(principal, form);
  const [sale] = await findSaleWindows(deps.db, [eventId]);
  if (sale === undefined || !sale.hasMoreToCome) throw new AppError("not_found");
  const wish = { topic: eventTopic(eventId), email, event: { eventId, openThen: sale.open } };
  return inTransaction(deps.db, (tx) => signUp(deps, tx, principal, wish));
}

/**
 * Emails everyone whose tickets went on sale, by the database's clock, each once: the mark and the email are one
 * transaction. Safe on several nodes at once.
 *
 * @returns true when more are waiting
 */
export async function sendReminders({ db, bus }: Deps): Promise<boolean> {
  const awaited = await store.findAwaitedEvents(db);
  if (awaited.length === 0) return false;
  let isMore = false;
  for (const { eventId, open } of await findSaleWindows(db, awaited)) {
    if (open.length === 0) continue;
    const notified = await inTransaction(db, async (tx) => {
      const due = await store.claimDue(tx, eventId, open, batchSize);
      await bus.emit(
        tx,
        "reminder.sales_open",
        due.map(({ id, email, sends }) => ({ interestId: id, email, sends })),
      );
      return due.length;
    });
    isMore ||= notified === batchSize;
  }
  return isMore;
}

/** Events that are over sell no more tickets, so the addresses that waited for them are deleted. */
export async function forgetPastEvents({ db }: Deps): Promise<void> {
  const eventsById = await findEventInfo(db, await store.findNamedEvents(db));
  const over = [...eventsById.values()].filter((event) => event.isOver || event.status === "canceled");
  await store.forgetEvents(
    db,
    over.map(({ id }) => id),
  );
}
