import { sql } from "kysely";
import type { SecondFactorMethod } from "#contract/errors.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { confirmationLifetime } from "./rules.ts";

interface Ways {
  totp: boolean;
  passkey: boolean;
  recoveryCode: boolean;
}

/** The ways in which a person can prove a second time that it is them; none where no second factor was set up. */
export async function findMethods(db: Queryable, userId: number): Promise<SecondFactorMethod[]> {
  const { rows } = await sql<Ways>`
    select exists (select from totp_secrets where user_id = ${userId} and confirmed_at is not null) as totp,
      exists (select from passkeys where user_id = ${userId}) as passkey,
      exists (select from recovery_codes where user_id = ${userId} and used_at is null) as "recoveryCode"`.execute(db);
  const { totp, passkey, recoveryCode } = rows[0]!;
  if (!totp && !passkey) return [];
  return [
    ...(totp ? (["totp"] as const) : []),
    ...(passkey ? (["passkey"] as const) : []),
    ...(recoveryCode ? (["recovery_code"] as const) : []),
  ];
}

/** Holds everything back that changes the factors of one person, until the transaction ends. */
export async function lockFactors(tx: Tx, userId: number): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
}

/** Notes in a session that its person proved again who they are. */
export async function markConfirmed(
  db: Queryable,
  tokenHash: Buffer,
  { bySecondFactor }: { bySecondFactor: boolean },
): Promise<void> {
  await sql`
    update sessions set confirmed_at = clock_now(),
      second_factor_at = case when ${bySecondFactor} then clock_now() else second_factor_at end
    where token_hash = ${tokenHash}`.execute(db);
}

/** True while the last proof in a session is fresh. */
export async function isConfirmed(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from sessions where token_hash = ${tokenHash} and confirmed_at > clock_now() - ${confirmationLifetime}::interval`.execute(
    db,
  );
  return rows.length === 1;
}

/** The stored password of a person; null where they came by another service only. */
export async function findPasswordHash(db: Queryable, userId: number): Promise<string | null> {
  const { rows } = await sql<{ hash: string | null }>`
    select password_hash as hash from users where id = ${userId}`.execute(db);
  return rows[0]?.hash ?? null;
}

/** Takes every second factor of a person away, and what recovers from its loss. */
export async function forgetFactors(tx: Tx, userId: number): Promise<void> {
  await sql`
    with totp as (delete from totp_secrets where user_id = ${userId}),
      codes as (delete from recovery_codes where user_id = ${userId}),
      tickets as (delete from login_tickets where user_id = ${userId})
    delete from passkeys where user_id = ${userId}`.execute(tx);
}

/** Ends every session of a person but one: whoever got in before the second factor is out. */
export async function endOtherSessions(tx: Tx, userId: number, tokenHash: Buffer): Promise<void> {
  await sql`delete from sessions where user_id = ${userId} and token_hash <> ${tokenHash}`.execute(tx);
}
