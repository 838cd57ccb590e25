import { sql, type RawBuilder } from "kysely";
import type { AttendanceBadge, PrivacySettings, Relation } from "#contract/community/people.ts";
import type { PersonCard } from "#contract/community/community.ts";
import { plainLetters } from "#contract/letters.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { inOrder, isAfter, sortKeyOf, type Keyed, type ListOrder, type Slice } from "#server/platform/db/keyset.ts";
import { hasWords } from "#server/platform/db/word-search.ts";
import { allRows, firstRow, onlyValue, hasRows, onlyRow, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import { eventCard, personCard } from "../columns.ts";
import type { Viewer } from "../viewer.ts";

/** What one person can be to another by their own choice. */
export type RelationKind = "follow" | "mute" | "block";

/** A member as their card shows them. */
export interface PersonRow {
  person: PersonCard;
  joinedAt: Date;
  showJoined: boolean;
  showBadges: boolean;
  mayFollow: boolean;
  postCount: number;
  followerCount: number;
  followingCount: number;
  relation: Pick<Relation, "isFollowing" | "isFollower" | "isMuted" | "isBlocked">;
}

const isMember = sql`u.role <> 'guest' and u.suspended_at is null`;

const has = (from: RawBuilder<unknown>, kind: RelationKind, to: RawBuilder<unknown>) =>
  sql`exists (select from relations where from_id = ${from} and kind = ${sql.lit(kind)} and to_id = ${to})`;

/** A member, unless they blocked the viewer. Whoever blocked them still sees their card, to unblock them. */
export function findPerson(db: Queryable, viewer: Viewer, id: number): Promise<PersonRow | undefined> {
  const me = sql`${viewer.id}::bigint`;
  const them = sql`u.id`;
  return firstRow(db)`
    select ${personCard("u")} as person, u.created_at as "joinedAt", coalesce(m.show_joined, true) as "showJoined",
      coalesce(m.show_badges, false) as "showBadges", coalesce(m.may_follow, true) as "mayFollow",
      (select count(*)::integer from (select from posts p where p.author_id = u.id and p.status = 'published' limit 10000) c)
        as "postCount",
      (select count(*)::integer from relations where to_id = u.id and kind = 'follow') as "followerCount",
      (select count(*)::integer from relations where from_id = u.id and kind = 'follow') as "followingCount",
      json_build_object('isFollowing', ${has(me, "follow", them)}, 'isFollower', ${has(them, "follow", me)},
        'isMuted', ${has(me, "mute", them)}, 'isBlocked', ${has(me, "block", them)}) as relation
    from ${accountsTables.users} u left join community_members m on m.user_id = u.id
    where u.id = ${id} and ${isMember} and not ${has(them, "block", me)}`;
}

/** Events to which a member was admitted, the newest first, and how many in all. */
export async function findBadges(
  db: Queryable,
  userId: number,
): Promise<{ events: Stored<AttendanceBadge>["event"][]; count: number }> {
  const rows = await allRows(db)<{ event: Stored<AttendanceBadge>["event"]; count: number }>`
    select event, count(*) over ()::integer as count from (
      select distinct on (e.id) ${eventCard("e")} as event, e.starts_at
      from ${ticketsTables.tickets} t
      join ${ticketsTables.admissions} x on x.ticket_id = t.id and x.voided_at is null
      join ${eventsTables.events} e on e.id = x.event_id
      where t.owner_id = ${userId} and e.visibility = 'published') attended
    order by starts_at desc limit 20`;
  return { events: rows.map(({ event }) => event), count: rows[0]?.count ?? 0 };
}

/**
 * Members by the beginning of their handle or a word of their name, those whom the viewer follows first. The index also
 * knows email addresses, which nobody is found by: so the names are compared once more.
 */
export async function findByName(db: Queryable, viewer: Viewer, typed: string): Promise<PersonCard[]> {
  const texts = { names: sql`u.display_name || ' ' || u.username`, address: sql`coalesce(u.email, '')` };
  const start = plainLetters(typed).replace(/[\\%_]/g, "\\$&");
  const rows = await allRows(db)<{ person: PersonCard }>`
    select ${personCard("u")} as person from ${accountsTables.users} u
    left join community_members m on m.user_id = u.id
    where ${hasWords(texts, typed)} and (plain_letters(u.username) like ${`${start}%`} or ' ' || plain_letters(u.display_name) like ${`% ${start}%`})
      and ${isMember} and coalesce(m.is_findable, true) and u.id <> ${viewer.id}::bigint
      and u.id <> all(${viewer.apart}::bigint[])
    order by ${has(sql`${viewer.id}::bigint`, "follow", sql`u.id`)} desc, lower(u.username), u.id limit 10`;
  return rows.map(({ person }) => person);
}

/** Starts or ends a relation. @returns whether that changed it */
export function setRelation(
  tx: Tx,
  { from, kind, to }: { from: number; kind: RelationKind; to: number },
  isOn: boolean,
): Promise<boolean> {
  if (!isOn) {
    return hasRows(tx)`
      delete from relations where from_id = ${from} and kind = ${kind} and to_id = ${to} returning to_id`;
  }
  return hasRows(tx)`
    insert into relations (from_id, kind, to_id) values (${from}, ${kind}, ${to}) on conflict do nothing returning to_id`;
}

/** Ends following between two people, in both directions. */
export function endFollowing(tx: Tx, one: number, other: number): Promise<void> {
  return run(tx)`
    delete from relations
    where kind = 'follow' and (from_id = ${one} and to_id = ${other} or from_id = ${other} and to_id = ${one})`;
}

/** How many people someone follows, muted or blocked. */
export function countRelations(tx: Tx, from: number, kind: RelationKind): Promise<number> {
  return onlyValue(tx, integer)`select count(*)::integer from relations where from_id = ${from} and kind = ${kind}`;
}

/** People by their id; each has one. */
export const byPerson: ListOrder = { name: "person", keys: [{ by: sql`u.id`, type: "bigint" }], descending: true };

/** A page of the people of one relation. */
export function findRelated(
  db: Queryable,
  viewer: Viewer,
  kind: RelationKind | "followers",
  slice: Slice,
): Promise<Keyed<{ person: PersonCard }>[]> {
  const joined =
    kind === "followers"
      ? sql`r.from_id = u.id and r.kind = 'follow' and r.to_id = ${viewer.id}::bigint`
      : sql`r.to_id = u.id and r.kind = ${kind} and r.from_id = ${viewer.id}::bigint`;
  return allRows(db)`
    select ${personCard("u")} as person, ${sortKeyOf(slice)} as "sortKey"
    from relations r join ${accountsTables.users} u on ${joined}
    where ${isMember} and ${isAfter(slice)} ${inOrder(slice)}`;
}

const privacyColumns = sql<PrivacySettings>`
  coalesce(m.show_joined, true) as "showJoined", coalesce(m.show_badges, false) as "showBadges",
  coalesce(m.is_findable, true) as "isFindable", coalesce(m.may_follow, true) as "mayFollow",
  coalesce(m.mentions, 'everyone') as mentions`;

/** A member's own card, and what they show and allow. */
export function findOwn(db: Queryable, userId: number): Promise<{ card: PersonCard } & PrivacySettings> {
  return onlyRow(db)`
    select ${personCard("u")} as card, ${privacyColumns}
    from ${accountsTables.users} u left join community_members m on m.user_id = u.id where u.id = ${userId}`;
}

/** Sets what a member shows and allows. */
export function setPrivacy(tx: Tx, userId: number, privacy: PrivacySettings): Promise<void> {
  const { showJoined, showBadges, isFindable, mayFollow, mentions } = privacy;
  return run(tx)`
    insert into community_members (user_id, show_joined, show_badges, is_findable, may_follow, mentions)
    values (${userId}, ${showJoined}, ${showBadges}, ${isFindable}, ${mayFollow}, ${mentions})
    on conflict (user_id) do update set show_joined = excluded.show_joined, show_badges = excluded.show_badges,
      is_findable = excluded.is_findable, may_follow = excluded.may_follow, mentions = excluded.mentions`;
}
