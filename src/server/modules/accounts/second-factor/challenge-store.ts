import { sql } from "kysely";
import type { Database, Queryable } from "#server/platform/db/database.ts";
import { challengeLifetime } from "./rules.ts";

/** What a challenge is for: it works for nothing and nobody else. */
export type ChallengePurpose =
  | { purpose: "add" | "confirm"; sessionHash: Buffer }
  | { purpose: "sign_in"; ticketHash: Buffer };

const boundTo = (use: ChallengePurpose) =>
  "sessionHash" in use
    ? { sessionHash: use.sessionHash, ticketHash: null }
    : { sessionHash: null, ticketHash: use.ticketHash };

/** Stores a challenge that was issued. */
export async function insertChallenge(db: Queryable, challengeHash: Buffer, use: ChallengePurpose): Promise<void> {
  const { sessionHash, ticketHash } = boundTo(use);
  await sql`
    insert into webauthn_challenges (challenge_hash, purpose, session_hash, ticket_hash, expires_at)
    values (${challengeHash}, ${use.purpose}, ${sessionHash}, ${ticketHash}, clock_now() + ${challengeLifetime}::interval)`.execute(
    db,
  );
}

/** Uses up a challenge, whatever its answer is; of many concurrent answers exactly one gets true. */
export async function takeChallenge(db: Database, challengeHash: Buffer, use: ChallengePurpose): Promise<boolean> {
  const { sessionHash, ticketHash } = boundTo(use);
  const { rows } = await sql`
    delete from webauthn_challenges
    where challenge_hash = ${challengeHash} and purpose = ${use.purpose} and expires_at > clock_now()
      and session_hash is not distinct from ${sessionHash}::bytea and ticket_hash is not distinct from ${ticketHash}::bytea
    returning challenge_hash`.execute(db);
  return rows.length === 1;
}

/** Deletes challenges that nobody answered in time. */
export async function purgeChallenges(db: Database): Promise<void> {
  await sql`delete from webauthn_challenges where expires_at < clock_now()`.execute(db);
}
