import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** A person's secret for authenticator app codes. */
export interface TotpRow {
  encryptedSecret: Buffer;
  confirmedAt: Date | null;
  lastStep: number;
  /** The database's clock, seconds since 1970. */
  nowSeconds: number;
}

/** The secret of a person, confirmed or not. */
export async function findTotp(db: Queryable, userId: number): Promise<TotpRow | undefined> {
  const { rows } = await sql<TotpRow>`
    select encrypted_secret as "encryptedSecret", confirmed_at as "confirmedAt", last_step as "lastStep",
      extract(epoch from clock_now())::float8 as "nowSeconds"
    from totp_secrets where user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Stores a new secret that waits for its first code; false when there is a confirmed one. */
export async function putTotp(db: Queryable, userId: number, encryptedSecret: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into totp_secrets (user_id, encrypted_secret) values (${userId}, ${encryptedSecret})
    on conflict (user_id) do update set encrypted_secret = excluded.encrypted_secret, last_step = 0, created_at = clock_now()
      where totp_secrets.confirmed_at is null
    returning user_id`.execute(db);
  return rows.length === 1;
}

/** Confirms a secret with the step of its first code; false when it was confirmed or replaced meanwhile. */
export async function confirmTotp(
  tx: Tx,
  userId: number,
  { encryptedSecret }: TotpRow,
  step: number,
): Promise<boolean> {
  const { rows } = await sql`
    update totp_secrets set confirmed_at = clock_now(), last_step = ${step}
    where user_id = ${userId} and encrypted_secret = ${encryptedSecret} and confirmed_at is null
    returning user_id`.execute(tx);
  return rows.length === 1;
}

/** Uses up a code and every earlier one. Of many concurrent uses of the same code exactly one gets true. */
export async function takeTotpStep(db: Queryable, userId: number, step: number): Promise<boolean> {
  const { rows } = await sql`
    update totp_secrets set last_step = ${step}
    where user_id = ${userId} and confirmed_at is not null and last_step < ${step}
    returning user_id`.execute(db);
  return rows.length === 1;
}

/** Deletes a person's secret; false when there was no confirmed one. */
export async function deleteTotp(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from totp_secrets where user_id = ${userId} and confirmed_at is not null returning user_id`.execute(tx);
  return rows.length === 1;
}
