import { sql, type RawBuilder } from "kysely";
import type { Role } from "#contract/accounts.ts";
import type { PeopleFilter, PeopleQuery } from "#contract/people.ts";
import { plannedByValues, type Queryable, type Tx } from "#server/platform/db/database.ts";
import {
  inOrder,
  isAfter,
  orderOf,
  sliceOf,
  sortKeyOf,
  toPage,
  type Keyed,
  type PageOfRows,
  type SortKey,
} from "#server/platform/db/keyset.ts";
import { narrowByWords, type WordedTexts } from "#server/platform/db/word-search.ts";

/** A person as staff see them. */
export interface PersonRow {
  id: number;
  username: string;
  displayName: string;
  email: string | null;
  role: Role;
  createdAt: Date;
  suspendedAt: Date | null;
  suspendedReason: string | null;
  lastSeenAt: Date | null;
  sessionCount: number;
  hasSecondFactor: boolean;
  hasPassword: boolean;
}

const columns = sql`
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
const texts: WordedTexts = { names: sql`u.display_name || ' ' || u.username`, address: sql`coalesce(u.email, '')` };

/** @param traced people found by their orders or tickets: they match any search text and role */
function whoFits({ role, status }: PeopleQuery, traced: number[], words: RawBuilder<unknown>): RawBuilder<unknown> {
  const parts = [sql`u.deleted_at is null`];
  if (traced.length === 0) parts.push(words, ofRole(role));
  else parts.push(sql`(u.id = any(${traced}::bigint[]) or (${words} and ${ofRole(role)}))`);
  if (status === "suspended") parts.push(sql`u.suspended_at is not null`);
  if (status === "active") parts.push(sql`u.suspended_at is null`);
  return sql.join(parts, sql` and `);
}

/** One page of people, and how many there are. @throws AppError `invalid_input` for an invalid cursor */
export async function findPeople(
  db: Queryable,
  query: PeopleQuery,
  traced: number[],
  pageSize?: number,
): Promise<PageOfRows<PersonRow>> {
  const asked = sliceOf(query, orderOf(query.sort, keys), pageSize);
  const where = (words: RawBuilder<unknown>) => whoFits(query, traced, words);
  const { fit, counted, slice } = await narrowByWords(
    db,
    { from: sql`users u`, alias: "u", type: "bigint", texts, where },
    { q: query.q, slice: asked },
  );
  const { rows } = await sql<Keyed<PersonRow>>`
    ${plannedByValues} select ${columns}, ${sortKeyOf(slice)} as "sortKey"
    from (select * from users u where ${fit} and ${isAfter(slice)} ${inOrder(slice)}) u ${sessions}
    ${inOrder({ ...slice, offset: 0 })}`.execute(db);
  return toPage(rows, slice, counted);
}

/** One person. */
export async function findPerson(db: Queryable, id: number): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select ${columns} from users u ${sessions} where u.id = ${id} and u.deleted_at is null`.execute(db);
  return rows[0];
}

/** Admins other than this person who can sign in. */
export async function countOtherAdmins(db: Queryable, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from users
    where role = 'admin' and suspended_at is null and id <> ${id}`.execute(db);
  return rows[0]!.count;
}

/** Locks a person and every admin, in id order: of two admins who demote each other, only the first succeeds. */
export async function lockWithAdmins(tx: Tx, id: number): Promise<void> {
  await sql`select from users where id = ${id} or role = 'admin' order by id for update`.execute(tx);
}

/** Locks two people, in id order. */
export async function lockBoth(tx: Tx, one: number, other: number): Promise<void> {
  await sql`select from users where id in (${one}, ${other}) order by id for update`.execute(tx);
}

/** Changes a person's role. */
export async function setRole(tx: Tx, id: number, role: Role): Promise<void> {
  await sql`update users set role = ${role} where id = ${id}`.execute(tx);
}

/** Suspends a person for a reason that they will see, or lifts the suspension. */
export async function setSuspended(tx: Tx, id: number, reason: string | null): Promise<void> {
  await sql`
    update users set suspended_at = case when ${reason}::text is null then null else clock_now() end,
      suspended_reason = ${reason}
    where id = ${id}`.execute(tx);
}

/** The account that has confirmed an address. */
export async function findByAddress(db: Queryable, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(db);
  return rows[0]?.id;
}

/** Adds a guest that nobody is signed in as: it has no session. */
export async function insertSilentGuest(tx: Tx, username: string, displayName: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into users (username, display_name, role) values (${username}, ${displayName}, 'guest') returning id`.execute(
    tx,
  );
  return rows[0]!.id;
}
