import type { z } from "zod";
import { maxCleared, type ClearPeople, type ModerationAction } from "#contract/community/safety.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { banPerson, hideMessagesOf, restoreMessagesOf, undoBan } from "#server/modules/chat/index.ts";
import { community, restrict } from "#server/modules/restrictions/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import { isStaffRole, type Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { notify } from "../notifications/service.ts";
import { nobody, type Viewer } from "../viewer.ts";
import { lockMember } from "../writing-store.ts";
import { applyTo, readAction, settlePerson } from "./actions.ts";
import { findAllOf, setRestriction } from "./actions-store.ts";
import * as store from "./clearing-store.ts";
import { lockContent } from "./content.ts";
import { undoMuteOf } from "./mutes.ts";
import { announceQueue } from "./queue.ts";
import { undoItem } from "./undo-item.ts";

/** Posts and comments that one transaction hides or restores. */
const perTransaction = 50;
/** How long a request works before it leaves the rest to the job. */
const requestMs = 8000;

/**
 * Suspends people and hides everything that they wrote, once per Idempotency-Key. One transaction records whom; then each
 * person is worked on in short transactions of their own, so that a raid blocks nobody else and a crash loses nothing:
 * the job goes on where it ended.
 *
 * @throws AppError `not_found` if all accounts are deleted | `not_allowed` if one of them is staff
 */
export async function clearPeople(
  deps: Deps,
  {
    moderator,
    wish,
    idempotency,
  }: { moderator: Principal; wish: z.output<typeof ClearPeople>; idempotency: IdempotencyClaim },
): Promise<PreparedReply> {
  const reply = await inTransaction(deps.db, async (tx) => {
    // A repeated request waits here for the first one.
    await lockMember(tx, moderator.id);
    return answerOnce(tx, idempotency, async () => {
      const people = await store.findAccounts(tx, wish.personIds);
      if (people.length === 0) throw new AppError("not_found");
      if (people.some(({ id, role }) => isStaffRole(role) || id === moderator.id)) throw new AppError("not_allowed");
      const personIds = people.map(({ id }) => id);
      return readAction(tx, await store.insertClearing(tx, { personIds, moderator, reason: wish.reason }));
    });
  });
  const { id } = JSON.parse(String(reply.body)) as ModerationAction;
  await workOff(deps, id);
  return reply;
}

/** Makes undoing an action the work of everyone whom it is about. Call `workOff` after the transaction. */
export const requireUndoing = store.markUndoing;

/** Does what is left to do for an action, as long as a request can take. */
export async function workOff(deps: Deps, actionId: number): Promise<void> {
  const endsAt = performance.now() + requestMs;
  for (const id of await store.findPending(deps.db, actionId, maxCleared)) {
    while (!(await workOn(deps, id))) if (performance.now() > endsAt) return;
    if (performance.now() > endsAt) return;
  }
}

/** The job: goes on with what requests left. @returns whether more waits */
export async function workOffClearings(deps: Deps): Promise<boolean> {
  const ids = await store.findPending(deps.db, null, 20);
  for (const id of ids) while (!(await workOn(deps, id)));
  return ids.length === 20;
}

/** Does a part of what is left for one person, in a transaction. @returns whether nothing is left */
function workOn(deps: Deps, id: number): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const work = await store.lockPending(tx, id);
    if (work === undefined) return true;
    const { personId, staffId, staffName, reason } = work;
    // The account of the one or of the other was deleted: what was written has no author anymore.
    const isMoot = personId === null || staffId === null;
    const staff = { id: staffId!, displayName: staffName };
    const part = { ...work, personId: personId!, staff, viewer: moderatorView(staff.id), reason };
    const isDone = isMoot || (work.isUndo ? await undoPart(deps, tx, part) : await clearPart(deps, tx, part));
    if (isDone) await store.endPending(tx, id);
    if (!isMoot) await announceQueue(deps, tx);
    return isDone;
  });
}

/** Moderators see everything: a block doesn't keep them from what they act on. */
const moderatorView = (id: number): Viewer => ({ ...nobody, id, isMember: true, isModerator: true });

type Part = Omit<store.PendingClearing, "personId"> & {
  personId: number;
  staff: { id: number; displayName: string };
  viewer: Viewer;
};

async function clearPart(deps: Deps, tx: Tx, part: Part): Promise<boolean> {
  const { id, personId, staff: moderator, viewer, reason } = part;
  await lockMember(tx, personId);
  const banId = part.chatBanId ?? (await suspend(deps, tx, part));
  const targets = await findAllOf(tx, personId, { actionId: id, limit: perTransaction });
  for (const target of targets) {
    const content = await lockContent(tx, viewer, target);
    if (content !== undefined) await applyTo(deps, tx, content, { moderator, kind: "hide", reason }, id);
  }
  const messages = await hideMessagesOf(deps, tx, { moderator, personId, roomId: null, banId, reason });
  await store.countMessages(tx, id, messages.count);
  return targets.length < perTransaction && messages.isDone;
}

/** The first part: from here on they write nothing more. @returns the ban from every chat */
async function suspend(deps: Deps, tx: Tx, { id, personId, isGuest, staff, reason }: Part): Promise<number> {
  const banId = await banPerson(deps, tx, { moderator: staff, personId, roomId: null, seconds: null, reason });
  await store.startClearing(tx, id, banId);
  const wish = { userId: personId, place: community, seconds: null, reason, by: staff.id };
  await setRestriction(tx, id, await restrict(tx, wish));
  await settlePerson(deps, tx, personId, staff);
  if (!isGuest) await notify(deps, tx, [{ userId: personId, kind: "muted", text: reason }]);
  const target = { kind: "person" as const, id: personId };
  await recordAction(tx, { staff, action: "person.community_cleared", target, reason });
  return banId;
}

async function undoPart(deps: Deps, tx: Tx, part: Part): Promise<boolean> {
  const { id, personId, chatBanId: banId, staff: moderator, viewer, reason } = part;
  // It was undone before the first part.
  if (banId === null) return true;
  await lockMember(tx, personId);
  const items = await store.findAppliedItems(tx, id, perTransaction);
  for (const item of items) {
    await undoItem(deps, tx, { item, kind: "clear", viewer, moderator, reason });
    await store.markItemUndone(tx, id, item);
  }
  const messages = await restoreMessagesOf(deps, tx, { moderator, banId, reason });
  if (items.length === perTransaction || !messages.isDone) return false;
  await undoBan(tx, { banId, moderator, personId, reason });
  await undoMuteOf(deps, tx, { actionId: id, personId, isGuest: part.isGuest, moderator, reason });
  const target = { kind: "person" as const, id: personId };
  await recordAction(tx, { staff: moderator, action: "person.community_restored", target, reason });
  return true;
}
