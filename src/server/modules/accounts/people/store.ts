import { sql, type RawBuilder } from "kysely";
import type { Role } from "#contract/accounts.ts";
import type { PeopleFilter, PeopleQuery } from "#contract/people.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { orderOf, type SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";

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
/** What staff search people by. */
export interface PeopleSearch extends PeopleQuery {
  /** People found by their orders or tickets: they match any search text and role. */
  traced: number[];
}

/** People as staff search them. */
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
