import { sql, type RawBuilder } from "kysely";
import type { Role } from "#contract/accounts/accounts.ts";
import type { PeopleFilter, PeopleQuery, Person, PersonDetail } from "#contract/accounts/admin.ts";
import { integer, orNull, text } from "#server/platform/db/columns.ts";
import type { Queryable, Tx, RowOf } from "#server/platform/db/database.ts";
import { orderOf, type SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { deletedDisplayName } from "../rules.ts";
import { momentAt, momentsBefore, type TimelineMoment, type TimelineSource } from "#server/platform/timeline.ts";
import {
  allRows,
  allValues,
  firstRow,
  firstValue,
  onlyValue,
  mapRows,
  onlyRow,
  run,
} from "#server/platform/db/rows.ts";
import { describeDevice } from "../sessions.ts";

/** A person as staff see them. */
export type PersonRow = RowOf<Person, "createdAt" | "suspendedAt" | "lastSeenAt"> &
  Pick<PersonDetail, "sessionCount" | "hasSecondFactor" | "hasPassword">;

const columns = sql<PersonRow>`
  u.id, u.username, u.display_name as "displayName", u.email, u.role, u.created_at as "createdAt",
  u.suspended_at as "suspendedAt", u.suspended_reason as "suspendedReason", s.seen as "lastSeenAt", s.count as "sessionCount",
  u.password_hash is not null as "hasPassword",
  (exists (select from totp_secrets where user_id = u.id and confirmed_at is not null)
    or exists (select from passkeys where user_id = u.id)) as "hasSecondFactor"`;
const sessions = sql`
  left join lateral (
    select max(last_seen_at) as seen, count(*)::integer as count from sessions
    where user_id = u.id and expires_at > clock_now()) s on true`;

function ofRole(role: PeopleFilter): RawBuilder<unknown> {
  if (role === "everyone") return sql`true`;
  return role === "accounts" ? sql`u.role <> 'guest'` : sql`u.role = ${role}`;
}

const byId: SortKey = { by: sql`u.id`, type: "bigint" };
const keys: Record<string, SortKey[]> = {
  name: [{ by: sql`lower(u.display_name)`, type: "text" }, byId],
  username: [{ by: sql`lower(u.username)`, type: "text" }],
  createdAt: [{ by: sql`u.created_at`, type: "timestamptz" }, byId],
};
export interface PeopleSearch extends PeopleQuery {
  /** People found by their orders or tickets: they match any search text and role. */
  traced: number[];
}

export const people: ListSource<PeopleSearch, PersonRow> = {
  columns,
  from: sql`users u`,
  page: { alias: "u", joins: sessions },
  key: byId,
  order: ({ sort }) => orderOf(sort, keys),
  where: sql`u.deleted_at is null`,
  filters: {
    status: (status) => (status === "suspended" ? sql`u.suspended_at is not null` : sql`u.suspended_at is null`),
  },
  search: {
    texts: { names: sql`u.display_name || ' ' || u.username`, address: sql`coalesce(u.email, '')` },
    fits: (words, { role, traced }) =>
      traced.length === 0
        ? sql`${words} and ${ofRole(role)}`
        : sql`(u.id = any(${traced}::bigint[]) or (${words} and ${ofRole(role)}))`,
  },
};

export function findPerson(db: Queryable, id: number): Promise<PersonRow | undefined> {
  return firstRow(db)`
    select ${columns} from users u ${sessions} where u.id = ${id} and u.deleted_at is null`;
}

/** Admins other than this person who can sign in. */
export function countOtherAdmins(db: Queryable, id: number): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer as count from users
    where role = 'admin' and suspended_at is null and id <> ${id}`;
}

/** Locks a person and every admin, in id order: of two admins who demote each other, only the first succeeds. */
export function lockWithAdmins(tx: Tx, id: number): Promise<void> {
  return run(tx)`select from users where id = ${id} or role = 'admin' order by id for update`;
}

/** Locks two people, in id order. */
export function lockBoth(tx: Tx, one: number, other: number): Promise<void> {
  return run(tx)`select from users where id in (${one}, ${other}) order by id for update`;
}

/** Changes a person's role. */
export function setRole(tx: Tx, id: number, role: Role): Promise<void> {
  return run(tx)`update users set role = ${role} where id = ${id}`;
}

/** Suspends a person for a reason that they will see, or lifts the suspension. */
export function setSuspended(tx: Tx, id: number, reason: string | null): Promise<void> {
  return run(tx)`
    update users set suspended_at = case when ${reason}::text is null then null else clock_now() end,
      suspended_reason = ${reason}
    where id = ${id}`;
}

/** The accounts that have confirmed these addresses, by address. */
export function findByAddresses(db: Queryable, emails: string[]): Promise<Map<string, number>> {
  return mapRows(db)`select email, id from users where email = any(${emails}::text[])`;
}

/** Adds guests that nobody is signed in as: they have no sessions. @returns their ids by username */
export function insertSilentGuests(
  tx: Tx,
  guests: { username: string; displayName: string }[],
): Promise<Map<string, number>> {
  return mapRows(tx)`
    insert into users (username, display_name, role)
    select g.username, g.display_name, 'guest'
    from unnest(${guests.map(({ username }) => username)}::text[],
                ${guests.map(({ displayName }) => displayName)}::text[]) as g(username, display_name)
    returning username, id`;
}

/**
 * Removes everything that identifies the person from an account's row. The row stays, because orders and scans refer to
 * it; nobody can sign in to it.
 *
 * @returns the URL of its profile picture
 */
export async function anonymise(tx: Tx, userId: number, username: string): Promise<string | null> {
  return (
    (await firstValue(tx, orNull(text))`
    with before as (select id, avatar from users where id = ${userId})
    update users set username = ${username}, skeleton = null, display_name = ${deletedDisplayName}, role = 'guest',
      avatar = null, email = null, pending_email = null, password_hash = null,
      suspended_reason = null, password_changed_at = null, deleted_at = clock_now()
    from before where users.id = before.id and users.deleted_at is null
    returning before.avatar`) ?? null
  );
}

/** Deletes every other way to sign in: authenticator, passkeys, third-party identities, unfinished sign-ins. */
export function forgetWaysIn(tx: Tx, userId: number): Promise<void> {
  return run(tx)`
    with totp as (delete from totp_secrets where user_id = ${userId}),
      codes as (delete from recovery_codes where user_id = ${userId}),
      keys as (delete from passkeys where user_id = ${userId}),
      tickets as (delete from login_tickets where user_id = ${userId})
    delete from identities where user_id = ${userId}`;
}

/** Deletes every link that was created for an account. */
export function forgetLinks(tx: Tx, userId: number): Promise<void> {
  return run(tx)`delete from account_links where user_id = ${userId}`;
}

/** An admin who can be emailed: the address is confirmed. */
interface ReachableAdmin {
  id: number;
  name: string;
  email: string;
}

/** Admins who can sign in and have a confirmed address, oldest first. */
export function findReachableAdmins(db: Queryable): Promise<ReachableAdmin[]> {
  return allRows(db)`
    select id, display_name as name, email from users
    where role = 'admin' and email is not null and suspended_at is null order by id`;
}

/** How many admins could approve something. */
export function countAdmins(db: Queryable): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer as count from users
    where role = 'admin' and suspended_at is null and deleted_at is null`;
}

/** Admins and moderators who can sign in, and how many of the admins have no second factor. */
export function countStaff(db: Queryable): Promise<{ staff: number; admins: number; adminsWithoutFactor: number }> {
  return onlyRow(db)`
    select count(*)::integer as staff, (count(*) filter (where u.role = 'admin'))::integer as admins,
      (count(*) filter (where u.role = 'admin'
        and not exists (select from totp_secrets where user_id = u.id and confirmed_at is not null)
        and not exists (select from passkeys where user_id = u.id)))::integer as "adminsWithoutFactor"
    from users u where u.role in ('admin', 'moderator') and u.suspended_at is null and u.deleted_at is null`;
}

/** How a person's account was created, and their active sessions. */
export const accountsTimeline: TimelineSource = {
  kind: "account",
  async find(db, { id }, before, limit) {
    const moments = sql`
      select 'joined' as id, ${momentAt(sql`created_at`)} as at,
        case when role = 'guest' then 'Started as a guest' else 'Signed up' end as title,
        username as detail, null::text as path
      from users where id = ${id}
      union all
      select 'password', ${momentAt(sql`password_changed_at`)}, 'Changed their password', null, null
      from users where id = ${id} and password_changed_at > created_at + interval '1 minute'
      union all
      select 'session-' || encode(substring(token_hash for 8), 'hex'), ${momentAt(sql`created_at`)}, 'Signed in',
        coalesce(user_agent, ''), null
      from sessions where user_id = ${id} and expires_at > clock_now()`;
    const { rows } = await momentsBefore(moments, before, limit).execute(db);
    return rows.map((row): TimelineMoment =>
      row.title === "Signed in" ? { ...row, detail: describeDevice(row.detail).device } : row,
    );
  },
};

/** Those of some addresses that an account has: it has only confirmed ones. */
export function findConfirmedAddresses(db: Queryable, addresses: string[]): Promise<string[]> {
  return allValues(db)`select email from users where email = any(${addresses}::text[])`;
}

/** The names of people by their ids. */
export async function findPeopleNames(db: Queryable, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await allRows(db)<{ id: number; name: string }>`
    select id, display_name as name from users where id = any(${ids}::bigint[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
