import type { z } from "zod";
import {
  ModerationAction,
  type ContentKind,
  type PersonAction,
  type PersonRecord,
} from "#contract/community/safety.ts";
import type { AuditAction } from "#contract/audit.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { community, lift, restrict } from "#server/modules/restrictions/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import { isStaffRole, type Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { shownAs } from "#server/platform/shown.ts";
import { notify } from "../notifications/service.ts";
import { readPage } from "#server/platform/db/keyset.ts";
import { trustOf } from "../rules.ts";
import { readViewer } from "../viewer.ts";
import { lockMember, readMember } from "../writing-store.ts";
import * as store from "./actions-store.ts";
import { changeStatus, lockContent, type Content, type StatusChange } from "./content.ts";
import { announceQueue, settleReview } from "./queue.ts";
import { lockReview } from "./queue-store.ts";

const toAction = shownAs(ModerationAction);

/** An action as the contract shows it. @throws AppError `not_found` */
export const readAction = async (db: Queryable, id: number): Promise<ModerationAction> =>
  toAction(requireFound(await store.findAction(db, id)));

const decided = () => new AppError("status_final", { message: "Someone else already decided this." });

/** What is done to one thing, and by whom. */
interface Decision {
  moderator: Pick<Principal, "id" | "displayName">;
  kind: "approve" | "hide" | "restore";
  reason: string;
}

const statusAfter = ({ kind, reason }: Decision): StatusChange =>
  kind === "hide" ? { status: "hidden", reason } : { status: "published", reason: null };

const done = { approve: "approved", hide: "hidden", restore: "restored" } as const;

/** Does to one locked thing what a moderator decided, in the given action; closes its item in the queue. */
export async function applyTo(
  deps: Deps,
  tx: Tx,
  content: Content,
  decision: Decision,
  actionId: number,
): Promise<void> {
  const { moderator, kind, reason } = decision;
  const to = statusAfter(decision);
  if (content.status !== to.status) await changeStatus(deps, tx, content, to);
  const closed = { decision: kind === "hide" ? ("hidden" as const) : ("approved" as const), moderatorId: moderator.id };
  const reviewId = await settleReview(deps, tx, content, closed);
  const item = {
    kind: content.kind,
    id: content.id,
    reviewId,
    formerStatus: content.status,
    formerReason: content.reason,
  };
  await store.insertItem(tx, actionId, item);
  await recordAction(tx, {
    staff: moderator,
    action: `${content.kind}.${done[kind]}`,
    target: { kind: content.kind, id: content.id },
    before: { status: content.status },
    after: { status: to.status },
    reason,
  });
}

/** Tells the author what became of something of theirs, unless nothing changed for them. */
async function notifyAuthor(deps: Deps, tx: Tx, content: Content, { kind, reason }: Decision): Promise<void> {
  const what = done[kind];
  if (content.authorId === null || content.status === statusAfter({ kind, reason } as Decision).status) return;
  const { postId, id } = content;
  const commentId = content.kind === "comment" ? id : null;
  const text = kind === "hide" ? reason : "";
  await notify(deps, tx, [{ userId: content.authorId, kind: what, postId, commentId, text }]);
}

async function decideContent(deps: Deps, tx: Tx, content: Content, decision: Decision): Promise<number> {
  const { moderator, kind, reason } = decision;
  if (content.authorId === moderator.id) {
    throw new AppError("not_allowed", { message: "Someone else has to decide about your own posts." });
  }
  const actionId = await store.insertAction(tx, { kind, personId: content.authorId, moderator, reason });
  await applyTo(deps, tx, content, decision, actionId);
  await notifyAuthor(deps, tx, content, decision);
  return actionId;
}

/**
 * Decides one item of the queue. Of two moderators who decide it at once, the second is refused.
 *
 * @throws AppError `not_found` | `status_final` | `not_allowed`
 */
export function decideReview(
  deps: Deps,
  moderator: Principal,
  reviewId: number,
  { kind, reason }: { kind: "approve" | "hide"; reason: string },
): Promise<{ action: ModerationAction; open: number }> {
  return inTransaction(deps.db, async (tx) => {
    const item = requireFound(await lockReview(tx, reviewId));
    if (item.isDecided) throw decided();
    const actionId = await decideItem(deps, tx, item, { moderator, kind, reason });
    const open = await announceQueue(deps, tx);
    return { action: await readAction(tx, actionId), open };
  });
}

async function decideItem(
  deps: Deps,
  tx: Tx,
  item: { kind: ContentKind | "person"; id: number; authorId: number | null },
  decision: Decision & { moderator: Principal },
): Promise<number> {
  if (item.kind !== "person") {
    const target = { kind: item.kind, id: item.id };
    const content = requireFound(await lockContent(tx, await readViewer(tx, decision.moderator), target));
    return decideContent(deps, tx, content, decision);
  }
  const { moderator, kind, reason } = decision;
  if (kind !== "approve") throw new AppError("not_allowed", { message: "Choose an action for this member." });
  const actionId = await store.insertAction(tx, { kind, personId: item.authorId, moderator, reason });
  const reviewId = await settleReview(deps, tx, item, { decision: "approved", moderatorId: moderator.id });
  await store.insertItem(tx, actionId, {
    ...item,
    kind: "person",
    reviewId,
    formerStatus: "published",
    formerReason: null,
  });
  const target = { kind: "person" as const, id: item.id };
  await recordAction(tx, { staff: moderator, action: "person.report_dismissed", target, reason });
  return actionId;
}

/** Hides or restores something from where it is. @throws AppError `not_found` | `status_final` | `not_allowed` */
export function moderateContent(
  deps: Deps,
  moderator: Principal,
  target: { kind: ContentKind; id: number },
  { isHidden, reason }: { isHidden: boolean; reason: string },
): Promise<ModerationAction> {
  return inTransaction(deps.db, async (tx) => {
    const content = requireFound(await lockContent(tx, await readViewer(tx, moderator), target));
    if ((content.status === "hidden") === isHidden) {
      throw new AppError("status_final", { message: isHidden ? "It's hidden already." : "It isn't hidden." });
    }
    const kind = isHidden ? ("hide" as const) : ("restore" as const);
    const actionId = await decideContent(deps, tx, content, { moderator, kind, reason });
    await announceQueue(deps, tx);
    return readAction(tx, actionId);
  });
}

const personActions: Record<z.output<typeof PersonAction>["kind"], AuditAction> = {
  warn: "person.community_warned",
  mute: "person.community_muted",
  unmute: "person.community_unmuted",
  suspend: "person.community_suspended",
  remove_all: "person.content_removed",
};

/**
 * Warns, mutes, suspends or clears a member, once per Idempotency-Key. It waits for what they are posting at this
 * moment, so nothing of theirs is published after a mute, and remove-all misses nothing. They are told the reason.
 *
 * @throws AppError `not_found` | `not_allowed` for staff and oneself
 */
export function actOnPerson(
  deps: Deps,
  {
    moderator,
    personId,
    wish,
    idempotency,
  }: {
    moderator: Principal;
    personId: number;
    wish: z.output<typeof PersonAction>;
    idempotency: IdempotencyClaim;
  },
): Promise<PreparedReply> {
  return inTransaction(deps.db, async (tx) => {
    const person = requireFound(await store.findMember(tx, personId));
    if (!mayActOn(moderator, person)) throw new AppError("not_allowed");
    await lockMember(tx, personId);
    return answerOnce(tx, idempotency, async () => {
      const { kind, reason } = wish;
      const seconds = wish.kind === "mute" ? wish.seconds : null;
      const actionId = await store.insertAction(tx, { kind, personId, moderator, reason, seconds });
      const by = moderator.id;
      if (kind === "mute" || kind === "suspend") {
        const restrictionId = await restrict(tx, { userId: personId, place: community, seconds, reason, by });
        await store.setRestriction(tx, actionId, restrictionId);
      }
      if (kind === "unmute") await lift(tx, { userId: personId, place: community, by });
      const removed = kind === "remove_all" ? await removeAll(deps, tx, personId, { moderator, reason }, actionId) : 0;
      await settlePerson(deps, tx, personId, moderator);
      await notify(deps, tx, [{ userId: personId, kind: notificationKinds[kind], text: reason }]);
      await recordAction(tx, {
        staff: moderator,
        action: personActions[kind],
        target: { kind: "person", id: personId },
        reason,
        after: { ...(seconds === null ? {} : { seconds }), ...(kind === "remove_all" ? { removed } : {}) },
      });
      const open = await announceQueue(deps, tx);
      return { action: await readAction(tx, actionId), open };
    });
  });
}

const notificationKinds = {
  warn: "warned",
  mute: "muted",
  unmute: "unmuted",
  suspend: "muted",
  remove_all: "hidden",
} as const;

const mayActOn = (moderator: Principal, person: store.ActedOn): boolean =>
  person.id !== moderator.id && !isStaffRole(person.role);

async function removeAll(
  deps: Deps,
  tx: Tx,
  personId: number,
  { moderator, reason }: { moderator: Principal; reason: string },
  actionId: number,
): Promise<number> {
  const viewer = await readViewer(tx, moderator);
  const targets = await store.findAllOf(tx, personId);
  for (const target of targets) {
    const content = await lockContent(tx, viewer, target);
    if (content !== undefined) await applyTo(deps, tx, content, { moderator, kind: "hide", reason }, actionId);
  }
  return targets.length;
}

/** A report about a member is settled by any action on them. */
export async function settlePerson(deps: Deps, tx: Tx, personId: number, moderator: { id: number }): Promise<void> {
  const target = { kind: "person" as const, id: personId };
  await settleReview(deps, tx, target, { decision: "hidden", moderatorId: moderator.id });
}

/** What a moderator needs to know of a member. @throws AppError `not_found` */
export async function getRecord({ db }: Deps, moderator: Principal, id: number): Promise<PersonRecord> {
  const person = requireFound(await store.findMember(db, id));
  const row = await readMember(db, id);
  const trust = trustOf({ ...row, isStaff: isStaffRole(person.role) });
  return {
    person: person.card,
    joinedAt: person.joinedAt.toISOString(),
    trust,
    mutedUntil: trust === "muted" ? (row.mutedUntil?.toISOString() ?? null) : null,
    ...(await store.countRecord(db, id)),
    actions: (await store.findActionsOn(db, id)).map(toAction),
    canAct: mayActOn(moderator, person),
  };
}

const pageSize = 50;

/** A page of what moderators did, newest first. */
export async function listActions({ db }: Deps, cursor: string | undefined) {
  const { rows, nextCursor } = await readPage(store.newestActions, { cursor, size: pageSize }, (slice) =>
    store.findActions(db, slice),
  );
  return { items: rows.map(toAction), nextCursor };
}
