import { sql, type RawBuilder } from "kysely";
import type { Role } from "#contract/accounts.ts";
import type { PeopleFilter, PeopleQuery, PeopleSort } from "#contract/people.ts";
import { wordPatterns, type PageOf } from "#server/platform/db/paging.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** A person as staff see them. */
export interface PersonRow {
  id: number;
  username: string;
  displayName: string;
  email: string | null;
  role: Role;
  createdAt: Date;
  suspendedAt: Date | null;
  lastSeenAt: Date | null;
  sessionCount: number;
}

const columns = sql`
  u.id, u.username, u.display_name as "displayName", u.email, u.role, u.created_at as "createdAt",
  u.suspended_at as "suspendedAt", s.seen as "lastSeenAt", s.count as "sessionCount"`;
const withSessions = sql`
  users u left join lateral (
    select max(last_seen_at) as seen, count(*)::integer as count from sessions
    where user_id = u.id and expires_at > clock_now()) s on true`;

function ofRole(role: PeopleFilter): RawBuilder<unknown> {
  if (role === "everyone") return sql`true`;
  return role === "accounts" ? sql`u.role <> 'guest'` : sql`u.role = ${role}`;
}

const orders: Record<PeopleSort, RawBuilder<unknown>> = {
  name: sql`lower(u.display_name), u.id`,
  "-name": sql`lower(u.display_name) desc, u.id desc`,
  username: sql`lower(u.username)`,
  "-username": sql`lower(u.username) desc`,
  createdAt: sql`u.created_at, u.id`,
  "-createdAt": sql`u.created_at desc, u.id desc`,
};

/** One page of people, and how many there are. */
export async function findPeople(
  db: Queryable,
  query: PeopleQuery,
  page: PageOf,
): Promise<{ rows: PersonRow[]; total: number }> {
  const patterns = wordPatterns(query.q);
  const filter = sql`${ofRole(query.role)}
    and (${query.state ?? null}::text is null or (u.suspended_at is not null) = (${query.state ?? null} = 'suspended'))
    and lower(concat_ws(' ', u.display_name, u.username, u.email)) like all(${patterns}::text[])`;
  const { rows } = await sql<PersonRow>`
    select ${columns} from ${withSessions} where ${filter}
    order by ${orders[query.sort]} limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from users u where ${filter}`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}

/** One person. */
export async function findPerson(db: Queryable, id: number): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`select ${columns} from ${withSessions} where u.id = ${id}`.execute(db);
  return rows[0];
}

/** Admins besides this person who may sign in. */
export async function countOtherAdmins(db: Queryable, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from users
    where role = 'admin' and suspended_at is null and id <> ${id}`.execute(db);
  return rows[0]!.count;
}

/** Locks a person and every admin, in id order: of two admins who put each other down only the first succeeds. */
export async function lockWithAdmins(tx: Tx, id: number): Promise<void> {
  await sql`select from users where id = ${id} or role = 'admin' order by id for update`.execute(tx);
}

/** Gives a person another role. */
export async function setRole(tx: Tx, id: number, role: Role): Promise<void> {
  await sql`update users set role = ${role} where id = ${id}`.execute(tx);
}

/** Keeps a person out, or lets them in again. */
export async function setSuspended(tx: Tx, id: number, suspended: boolean): Promise<void> {
  await sql`
    update users set suspended_at = case when ${suspended}::boolean then clock_now() end where id = ${id}`.execute(tx);
}

/** The account that has confirmed an address. */
export async function findByAddress(db: Queryable, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(db);
  return rows[0]?.id;
}

/** Adds a guest whom nobody has signed in as: no session opens it. */
export async function insertSilentGuest(tx: Tx, username: string, displayName: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into users (username, display_name, role) values (${username}, ${displayName}, 'guest') returning id`.execute(
    tx,
  );
  return rows[0]!.id;
}
