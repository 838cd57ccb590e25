import type { CommunityMe, PrivacySettings, PublicPerson, Relation } from "#contract/community/people.ts";
import type { PersonCard } from "#contract/community/community.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { hasRole, type Principal } from "#server/platform/http/principal.ts";
import { deleteBetween } from "../notifications/store.ts";
import { notify } from "../notifications/service.ts";
import { readPage } from "#server/platform/db/keyset.ts";
import { imageLimit, trustOf } from "../rules.ts";
import { toEvent } from "../columns.ts";
import { readViewer, type Viewer } from "../viewer.ts";
import { lockMember, readMember } from "../writing-store.ts";
import * as store from "./store.ts";

/** A member's public card. @throws AppError `not_found`, also for one who blocked the visitor */
export async function getPerson({ db }: Deps, visitor: Principal | undefined, id: number): Promise<PublicPerson> {
  const viewer = await readViewer(db, visitor);
  const row = requireFound(await store.findPerson(db, viewer, id));
  const isYou = viewer.id === id;
  // Whoever blocked someone sees who it is, and nothing that they do.
  const { isBlocked } = row.relation;
  const hasBadges = (row.showBadges || isYou) && !isBlocked;
  const badges = hasBadges ? await store.findBadges(db, id) : undefined;
  return {
    person: row.person,
    joinedAt: (row.showJoined || isYou) && !isBlocked ? row.joinedAt.toISOString() : null,
    badges: badges?.events.map((event) => ({ event: toEvent(event) })) ?? null,
    badgeCount: badges?.count ?? null,
    postCount: isBlocked ? 0 : row.postCount,
    followerCount: isBlocked ? 0 : row.followerCount,
    followingCount: isBlocked ? 0 : row.followingCount,
    you: relationOf(viewer, row),
  };
}

function relationOf(viewer: Viewer, { person, mayFollow, relation }: store.PersonRow): Relation {
  const isYou = viewer.id === person.id;
  return { isYou, ...relation, canFollow: viewer.isMember && !isYou && !relation.isBlocked && mayFollow };
}

/** Members for a mention. */
export async function findPeople({ db }: Deps, visitor: Principal, q: string | undefined): Promise<PersonCard[]> {
  const typed = (q ?? "").replace(/^@/, "").trim();
  return typed === "" ? [] : store.findByName(db, await readViewer(db, visitor), typed);
}

/** The most people that one member follows, muted or blocked: their feed reads them all. */
const maxRelated: Record<store.RelationKind, number> = { follow: 500, mute: 500, block: 500 };

/**
 * Starts or ends following, muting or blocking someone. A block ends following in both directions and takes away what
 * either was notified of; from then on neither sees or reaches the other.
 *
 * @throws AppError `not_found`, also for one who blocked this person | `not_allowed` for oneself, and for following
 *   someone who doesn't allow it | `over_limit`
 */
export async function setRelation(
  deps: Deps,
  me: Principal,
  to: number,
  { kind, isOn }: { kind: store.RelationKind; isOn: boolean },
): Promise<Relation> {
  return inTransaction(deps.db, async (tx) => {
    await lockMember(tx, me.id);
    const viewer = await readViewer(tx, me);
    const row = requireFound(await store.findPerson(tx, viewer, to));
    if (to === me.id) throw new AppError("not_allowed");
    if (isOn && kind === "follow") {
      if (row.relation.isBlocked) throw new AppError("not_found");
      if (!row.mayFollow) throw new AppError("not_allowed", { message: "This member doesn't allow followers." });
    }
    if (isOn && (await store.countRelations(tx, me.id, kind)) >= maxRelated[kind]) {
      throw new AppError("over_limit", { message: `You've reached the limit of ${maxRelated[kind]} people.` });
    }
    const isChanged = await store.setRelation(tx, { from: me.id, kind, to }, isOn);
    if (isChanged && isOn && kind === "block") {
      await store.endFollowing(tx, me.id, to);
      await deleteBetween(tx, me.id, to);
    }
    if (isChanged && isOn && kind === "follow") {
      await notify(deps, tx, [{ userId: to, kind: "follow", actorId: me.id }]);
    }
    return relationOf(await readViewer(tx, me), requireFound(await store.findPerson(tx, viewer, to)));
  });
}

const pageSize = 50;
const kinds = { following: "follow", followers: "followers", muted: "mute", blocked: "block" } as const;

/** A page of the people whom someone follows, muted or blocked, or who follow them. */
export async function listRelations(
  { db }: Deps,
  me: Principal,
  { kind, cursor }: { kind: keyof typeof kinds; cursor?: string | undefined },
): Promise<{ items: PersonCard[]; nextCursor: string | null }> {
  const viewer = await readViewer(db, me);
  const { rows, nextCursor } = await readPage(store.byPerson, { cursor, size: pageSize }, (slice) =>
    store.findRelated(db, viewer, kinds[kind], slice),
  );
  return { items: rows.map(({ person }) => person), nextCursor };
}

/** What a member is in the community, and their settings. */
export async function getMe(db: Queryable, me: Principal): Promise<CommunityMe> {
  const { card, ...privacy } = await store.findOwn(db, me.id);
  const row = await readMember(db, me.id);
  const isModerator = hasRole(me, "moderator");
  const trust = trustOf({ ...row, isStaff: isModerator });
  const isMuted = trust === "muted";
  return {
    card,
    trust,
    mutedUntil: isMuted ? (row.mutedUntil?.toISOString() ?? null) : null,
    mutedReason: isMuted ? row.mutedReason : null,
    mayLink: trust === "trusted",
    imageLimit: imageLimit(trust),
    postsUntilTrusted: isModerator ? 0 : Math.max(0, row.heldPosts - row.approvedPosts),
    isModerator,
    privacy,
  };
}

/** Sets what a member shows and allows. */
export async function changePrivacy({ db }: Deps, me: Principal, privacy: PrivacySettings): Promise<CommunityMe> {
  await inTransaction(db, (tx) => store.setPrivacy(tx, me.id, privacy));
  return getMe(db, me);
}
