import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** A session as its owner sees it; its id is only half of the secret's hash. */
export interface OwnSession {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  current: boolean;
}

const sessionId = sql`encode(substring(token_hash for 16), 'hex')`;

/** Active sessions of a person: the current one first, then the latest seen. */
export async function findSessionsOf(db: Queryable, userId: number, currentHash: Buffer): Promise<OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select ${sessionId} as id, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt",
      token_hash = ${currentHash} as current
    from sessions where user_id = ${userId} and expires_at > clock_now()
    order by token_hash = ${currentHash} desc, last_seen_at desc limit 200`.execute(db);
  return rows;
}

/** Ends one session of a person. @returns false when they have none with that id */
export async function endSessionNamed(db: Queryable, userId: number, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from sessions where user_id = ${userId} and ${sessionId} = ${id} returning 1`.execute(db);
  return rows.length > 0;
}

/** Ends every session of a person except one. */
export async function endOtherSessionsOf(db: Queryable | Tx, userId: number, exceptHash: Buffer): Promise<void> {
  await sql`delete from sessions where user_id = ${userId} and token_hash <> ${exceptHash}`.execute(db);
}
