import { sql } from "kysely";
import type { SecondFactorMethod } from "#contract/errors.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { confirmationLifetime } from "./rules.ts";

interface Ways {
  totp: boolean;
  passkey: boolean;
  recoveryCode: boolean;
}

/** The two-factor methods that a person can use; none if no second factor was set up. */
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

/** Blocks other changes to one person's factors until the transaction ends. */
export async function lockFactors(tx: Tx, userId: number): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
}

/** Records in a session that its person confirmed their identity. */
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

/** True while a session's last confirmation is recent. */
export async function isConfirmed(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from sessions where token_hash = ${tokenHash} and confirmed_at > clock_now() - ${confirmationLifetime}::interval`.execute(
    db,
  );
  return rows.length === 1;
}

/** The password hash of a person; null if they only use third-party sign-in. */
export async function findPasswordHash(db: Queryable, userId: number): Promise<string | null> {
  const { rows } = await sql<{ hash: string | null }>`
    select password_hash as hash from users where id = ${userId}`.execute(db);
  return rows[0]?.hash ?? null;
}

/** Deletes all second factors of a person, and their recovery codes. */
export async function forgetFactors(tx: Tx, userId: number): Promise<void> {
  await sql`
    with totp as (delete from totp_secrets where user_id = ${userId}),
      codes as (delete from recovery_codes where user_id = ${userId}),
      tickets as (delete from login_tickets where user_id = ${userId})
    delete from passkeys where user_id = ${userId}`.execute(tx);
}

/** Ends every session of a person except one: anyone who got in before the second factor is signed out. */
export async function endOtherSessions(tx: Tx, userId: number, tokenHash: Buffer): Promise<void> {
  await sql`delete from sessions where user_id = ${userId} and token_hash <> ${tokenHash}`.execute(tx);
}

/** Whether staff must have a second factor; false until someone sets it. */
export async function isStaffFactorRequired(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`
    select required from policies where name = 'staff_second_factor'`.execute(db);
  return rows[0]?.required ?? false;
}

/** Sets whether staff must have a second factor. */
export async function putStaffFactorPolicy(db: Queryable, required: boolean, changedBy: number): Promise<void> {
  await sql`
    insert into policies (name, required, changed_by) values ('staff_second_factor', ${required}, ${changedBy})
    on conflict (name) do update
      set required = excluded.required, changed_by = excluded.changed_by, changed_at = clock_now()`.execute(db);
}
