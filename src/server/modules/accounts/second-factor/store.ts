import type { SecondFactorMethod } from "#contract/errors.ts";
import { bool, integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx, Database } from "#server/platform/db/database.ts";
import { allValues, firstRow, firstValue, onlyValue, hasRows, run } from "#server/platform/db/rows.ts";
import { maxTicketAttempts, ticketLifetime, challengeLifetime, sessionLifetime } from "../rules.ts";
import type { SessionDraft } from "../session-store.ts";
import { personColumns, type PersonRow } from "../store.ts";

/** The two-factor methods that a person can use; none if no second factor was set up. */
export async function findMethods(db: Queryable, userId: number): Promise<SecondFactorMethod[]> {
  const methods = await allValues(db)<SecondFactorMethod>`
    select method from (values
      (1, 'totp', exists (select from totp_secrets where user_id = ${userId} and confirmed_at is not null)),
      (2, 'passkey', exists (select from passkeys where user_id = ${userId})),
      (3, 'recovery_code', exists (select from recovery_codes where user_id = ${userId} and used_at is null))
    ) methods (position, method, usable) where usable order by position`;
  // Recovery codes replace a factor, so they are none by themselves.
  return methods[0] === "recovery_code" ? [] : methods;
}

/** Blocks other changes to one person's factors until the transaction ends. */
export function lockFactors(tx: Tx, userId: number): Promise<void> {
  return run(tx)`select from users where id = ${userId} for no key update`;
}

/** Records in a session that its person confirmed their identity. */
export function markConfirmed(db: Queryable, tokenHash: Buffer, bySecondFactor: boolean): Promise<void> {
  return run(db)`
    update sessions set confirmed_at = clock_now(),
      second_factor_at = case when ${bySecondFactor} then clock_now() else second_factor_at end
    where token_hash = ${tokenHash}`;
}

/** True if a session's last confirmation is less than this many minutes old: by a second factor if its person has one. */
export function isConfirmed(db: Queryable, tokenHash: Buffer, minutes: 5 | 30): Promise<boolean> {
  const age = `${minutes} minutes`;
  return hasRows(db)`
    select from sessions s
    where token_hash = ${tokenHash} and confirmed_at > clock_now() - ${age}::interval
      and (second_factor_at > clock_now() - ${age}::interval or not (
        exists (select from totp_secrets t where t.user_id = s.user_id and t.confirmed_at is not null)
        or exists (select from passkeys k where k.user_id = s.user_id)))`;
}

/** Deletes all second factors of a person, and their recovery codes. */
export function forgetFactors(tx: Tx, userId: number): Promise<void> {
  return run(tx)`
    with totp as (delete from totp_secrets where user_id = ${userId}),
      codes as (delete from recovery_codes where user_id = ${userId}),
      tickets as (delete from login_tickets where user_id = ${userId})
    delete from passkeys where user_id = ${userId}`;
}

/** Whether staff must have a second factor; false until someone sets it. */
export async function isStaffFactorRequired(db: Queryable): Promise<boolean> {
  return (
    (await firstValue(db, bool)`
    select required from policies where name = 'staff_second_factor'`) ?? false
  );
}

/** Sets whether staff must have a second factor. */
export function setStaffFactorPolicy(db: Queryable, required: boolean, changedBy: number): Promise<void> {
  return run(db)`
    insert into policies (name, required, changed_by) values ('staff_second_factor', ${required}, ${changedBy})
    on conflict (name) do update
      set required = excluded.required, changed_by = excluded.changed_by, changed_at = clock_now()`;
}

/** Replaces a person's recovery codes. */
export async function replaceRecoveryCodes(tx: Tx, userId: number, codeHashes: Buffer[]): Promise<void> {
  await run(tx)`delete from recovery_codes where user_id = ${userId}`;
  await run(tx)`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}::bigint, hash from unnest(${codeHashes}::bytea[]) as h(hash)`;
}

/** Uses up a code; of many concurrent uses exactly one gets true. */
export function consumeRecoveryCode(db: Queryable, userId: number, codeHash: Buffer): Promise<boolean> {
  return hasRows(db)`
    update recovery_codes set used_at = clock_now()
    where user_id = ${userId} and code_hash = ${codeHash} and used_at is null
    returning user_id`;
}

/** How many unused codes a person has. */
export function countRecoveryCodes(db: Queryable, userId: number): Promise<number> {
  return onlyValue(db, integer)`
    select count(*) as n from recovery_codes where user_id = ${userId} and used_at is null`;
}

/** Deletes the codes of a person who removed their last second factor. */
export function deleteRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  return run(tx)`delete from recovery_codes where user_id = ${userId}`;
}

/**
 * Stores the ticket of a sign-in that waits for its second factor.
 *
 * @param passwordHash the password that was right; nothing is stored if the account's password has changed
 */
export function insertTicket(
  tx: Tx,
  { userId, ticketHash, passwordHash }: { userId: number; ticketHash: Buffer; passwordHash: string | null },
): Promise<boolean> {
  return hasRows(tx)`
    insert into login_tickets (ticket_hash, user_id, expires_at)
    select ${ticketHash}, id, clock_now() + ${ticketLifetime}::interval from users
    where id = ${userId} and suspended_at is null and role <> 'guest'
      and (${passwordHash}::text is null or password_hash = ${passwordHash})
    returning user_id`;
}

/** The account of a ticket; undefined when it has expired or used up its attempts. */
export function findTicketOwner(db: Queryable, ticketHash: Buffer): Promise<number | undefined> {
  return firstValue(db)`
    select user_id as "userId" from login_tickets
    where ticket_hash = ${ticketHash} and expires_at > clock_now() and attempts < ${maxTicketAttempts}`;
}

/** Counts an attempt before it is checked, so that concurrent attempts all count. */
export function countTicketAttempt(db: Database, ticketHash: Buffer): Promise<boolean> {
  return hasRows(db)`
    update login_tickets set attempts = attempts + 1
    where ticket_hash = ${ticketHash} and expires_at > clock_now() and attempts < ${maxTicketAttempts}
    returning user_id`;
}

/**
 * Turns a ticket into a session in one statement. A ticket never opens two sessions, and none if the account was
 * suspended or its password changed since the ticket was issued.
 */
export function redeemTicket(
  tx: Tx,
  ticketHash: Buffer,
  { tokenHash, userAgent }: SessionDraft,
): Promise<PersonRow | undefined> {
  return firstRow(tx)`
    with ticket as (
      delete from login_tickets where ticket_hash = ${ticketHash} and expires_at > clock_now()
      returning user_id, created_at),
    person as (
      select u.* from users u join ticket t on t.user_id = u.id
      where u.suspended_at is null and u.role <> 'guest'
        and (u.password_changed_at is null or u.password_changed_at <= t.created_at)
      for share of u),
    opened as (
      insert into sessions (token_hash, user_id, user_agent, expires_at, confirmed_at, second_factor_at)
      select ${tokenHash}, id, ${userAgent}, clock_now() + ${sessionLifetime}::interval, clock_now(), clock_now()
      from person)
    select ${personColumns} from person`;
}

/** Deletes sign-ins that were never finished. */
export function purgeTickets(db: Database): Promise<void> {
  return run(db)`delete from login_tickets where expires_at < clock_now()`;
}

/** What a challenge is for: it works for nothing and nobody else. */
export type ChallengePurpose =
  | { purpose: "add" | "confirm"; sessionHash: Buffer; ticketHash?: never }
  | { purpose: "sign_in"; ticketHash: Buffer; sessionHash?: never }
  /** Signs in without a password: whose passkey it is shows its answer. */
  | { purpose: "passkey"; ticketHash?: never; sessionHash?: never };

/** Stores a challenge that was issued. */
export async function insertChallenge(db: Queryable, challengeHash: Buffer, use: ChallengePurpose): Promise<void> {
  const { purpose, sessionHash = null, ticketHash = null } = use;
  await run(db)`
    insert into webauthn_challenges (challenge_hash, purpose, session_hash, ticket_hash, expires_at)
    values (${challengeHash}, ${purpose}, ${sessionHash}, ${ticketHash}, clock_now() + ${challengeLifetime}::interval)`;
}

/** Uses up a challenge, whatever its answer is; of many concurrent answers exactly one gets true. */
export function consumeChallenge(db: Database, challengeHash: Buffer, use: ChallengePurpose): Promise<boolean> {
  const { purpose, sessionHash = null, ticketHash = null } = use;
  return hasRows(db)`
    delete from webauthn_challenges
    where challenge_hash = ${challengeHash} and purpose = ${purpose} and expires_at > clock_now()
      and session_hash is not distinct from ${sessionHash}::bytea and ticket_hash is not distinct from ${ticketHash}::bytea
    returning challenge_hash`;
}

/** Deletes challenges that nobody answered in time. */
export function purgeChallenges(db: Database): Promise<void> {
  return run(db)`delete from webauthn_challenges where expires_at < clock_now()`;
}

/** Whether someone has the second factor that staff must have, if they must. */
export function mayActAsStaff(db: Queryable, userId: number): Promise<boolean> {
  return hasRows(db)`
    select where not exists (select from policies p where p.name = 'staff_second_factor' and p.required)
      or exists (select from totp_secrets t where t.user_id = ${userId} and t.confirmed_at is not null)
      or exists (select from passkeys k where k.user_id = ${userId})`;
}
