import { sql } from "kysely";
import { searchedAddressOf } from "#contract/email-address.ts";
import {
  consentText,
  ConsentChannel,
  type ConsentPlace,
  type EmailPreferences,
  type Suppression,
  type SuppressionCause,
  type SuppressionQuery,
} from "#contract/consent/consent.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { instant, oneOf, orNull, text, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { allRows, allValues, firstRow, firstValue, hasRows, onlyRow, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import type { RecipientStatus } from "./rules.ts";

/** True for an opt-in that counts. One that was ticked at checkout does once its address's owner confirmed it. */
const isConfirmed = sql`(c.place <> 'checkout' or c.confirmed_at is not null)`;

/** Opt-ins that count, for queries of many. */
export const confirmedOptIns = sql`(
  select c.id, c.email, c.channel, c.given_at, c.withdrawn_at from consents c
  where ${isConfirmed})`;

/** How the owner of an address confirmed an opt-in. */
type ConsentProof = "account" | "link" | "order" | "import";

interface NewOptIn {
  email: string;
  userId: number | null;
  place: ConsentPlace;
  text: string;
}

/** What confirms an opt-in in each place, at once; at checkout the account that ordered, if it has the address. */
const proofs: Partial<Record<ConsentPlace, ConsentProof>> = {
  checkout: "account",
  account: "account",
  preferences: "link",
  import: "import",
};

/**
 * Stores opt-ins to email, unless an address is opted in already; one that isn't confirmed gives way to a newer one. An
 * import opts nobody in who withdrew an opt-in.
 */
export function insertOptIns(db: Queryable, optIns: NewOptIn[]): Promise<void> {
  const withProofs = optIns.map((optIn) => ({ ...optIn, proof: proofs[optIn.place] }));
  return run(db)`
    insert into consents as c (email, channel, user_id, place, text, confirmed_by, confirmed_at)
    select distinct on (n.email) n.email, 'email', n."userId", n.place, n.text, p.proof,
      case when p.proof is not null then clock_now() end
    from json_to_recordset(${JSON.stringify(withProofs)}::json)
      as n(email text, "userId" bigint, place text, text text, proof text)
    cross join lateral (select case when n.place <> 'checkout'
      or exists (select from ${accountsTables.users} u where u.id = n."userId" and u.email = n.email) then n.proof end) p(proof)
    where n.place <> 'import' or not exists (
      select from consents w where w.email = n.email and w.channel = 'email' and w.withdrawn_at is not null)
    order by n.email
    on conflict (email, channel) where withdrawn_at is null do update set user_id = excluded.user_id,
      given_at = clock_now(), place = excluded.place, text = excluded.text, confirmed_by = excluded.confirmed_by,
      confirmed_at = excluded.confirmed_at
    where not ${isConfirmed}`;
}

/**
 * Confirms the opt-ins that were ticked with some paid orders, by whoever placed them. An order with a price does so, unless
 * an opt-in of its address was withdrawn before: its owner has to do that.
 *
 * @returns the other addresses, without those that aren't written to
 */
export function confirmPaid(tx: Tx, orderIds: string[]): Promise<string[]> {
  return allValues(tx, text)`
    with ticked as (
      select c.id, c.email, o.total_cents > 0 and not exists (
        select from consents w where w.email = c.email and w.channel = 'email' and w.withdrawn_at is not null) as is_confirmed
      from ${ordersTables.orders} o
      join consents c on c.email = o.buyer_email and c.user_id = o.user_id and c.channel = 'email'
      where o.id = any(${orderIds}::uuid[]) and c.withdrawn_at is null and not ${isConfirmed}),
    confirmed as (
      update consents c set confirmed_at = clock_now(), confirmed_by = 'order' from ticked t
      where c.id = t.id and t.is_confirmed returning c.email)
    select distinct t.email from ticked t
    where t.email not in (select email from confirmed)
      and not exists (select from suppressions s where s.email = t.email and s.lifted_at is null)
    order by t.email`;
}

/** Opts an address in whose owner opened the link in the email that asked: what was ticked counts from now on. */
export async function confirmByLink(tx: Tx, email: string): Promise<void> {
  const isTicked = await hasRows(tx)`
    update consents c set confirmed_at = clock_now(), confirmed_by = 'link'
    where c.email = ${email} and c.channel = 'email' and c.withdrawn_at is null and not ${isConfirmed} returning id`;
  if (!isTicked) await insertOptIns(tx, [{ email, userId: null, place: "preferences", text: consentText }]);
}

/** Withdraws an address's opt-in. @returns false if there was none */
export function withdraw(db: Queryable, email: string, place: ConsentPlace): Promise<boolean> {
  return hasRows(db)`
    update consents set withdrawn_at = clock_now(), withdrawn_place = ${place}
    where email = ${email} and channel = 'email' and withdrawn_at is null returning id`;
}

/** Turns messages about events off or on again for an address. */
export function setEventMessages(db: Queryable, email: string, isOn: boolean, place: ConsentPlace): Promise<void> {
  return isOn
    ? run(db)`delete from event_message_opt_outs where email = ${email}`
    : run(db)`
        insert into event_message_opt_outs (email, place) values (${email}, ${place}) on conflict (email) do nothing`;
}

/** An address's preferences. */
export function findPreferences(
  db: Queryable,
  email: string,
): Promise<Omit<EmailPreferences, "newsSince"> & { newsSince: Date | null }> {
  return onlyRow(db)`
    select c.id is not null as news, c.given_at as "newsSince",
      not exists (select from event_message_opt_outs where email = ${email}) as "eventMessages"
    from (select) one
    left join ${confirmedOptIns} c on c.email = ${email} and c.channel = 'email' and c.withdrawn_at is null`;
}

/** What is known of each of these addresses. */
export function findRecipientStatuses(
  db: Queryable,
  emails: string[],
): Promise<(RecipientStatus & { email: string })[]> {
  return allRows(db)`
    select e.email, s.cause as "suppressedFor", s.detail, c.id is not null as "isOptedIn",
      o.email is not null as "isOptedOut"
    from unnest(${emails}::text[]) as e(email)
    left join ${confirmedOptIns} c on c.email = e.email and c.channel = 'email' and c.withdrawn_at is null
    left join event_message_opt_outs o on o.email = e.email
    left join suppressions s on s.email = e.email and s.lifted_at is null`;
}

/** An address that isn't written to anymore. */
interface NewSuppression {
  email: string;
  cause: SuppressionCause;
  detail: string;
  staffId?: number;
}

/** Suppresses an address. @returns its id; undefined if it was suppressed already */
export function insertSuppression(
  db: Queryable,
  { email, cause, detail, staffId }: NewSuppression,
): Promise<number | undefined> {
  return firstValue(db)`
    insert into suppressions (email, cause, detail, created_by)
    values (${email}, ${cause}, ${detail.slice(0, 500)}, ${staffId ?? null})
    on conflict (email) where lifted_at is null do nothing returning id`;
}

/** Lifts a suppression. @returns false if it isn't active */
export function liftSuppression(tx: Tx, id: number, staffId: number, reason: string): Promise<boolean> {
  return hasRows(tx)`
    update suppressions set lifted_at = clock_now(), lifted_by = ${staffId}, lift_reason = ${reason}
    where id = ${id} and lifted_at is null returning id`;
}

type SuppressionRow = Stored<Suppression>;

const suppressionColumns = sql<SuppressionRow>`
  s.id, s.email, s.cause, s.detail, s.created_at as "createdAt", by.display_name as "createdBy",
  s.lifted_at as "liftedAt", lifter.display_name as "liftedBy", s.lift_reason as "liftReason"`;
const suppressionRows = sql`
  suppressions s left join ${accountsTables.users} by on by.id = s.created_by
  left join ${accountsTables.users} lifter on lifter.id = s.lifted_by`;

/** Suppressions, newest first. */
export const suppressions: ListSource<SuppressionQuery, SuppressionRow> = {
  columns: suppressionColumns,
  from: suppressionRows,
  key: { by: sql`s.id`, type: "bigint" },
  order: { name: "-id", keys: [{ by: sql`s.id`, type: "bigint" }], descending: true },
  filters: {
    q: (q) => sql`position(${searchedAddressOf(q)} in s.email) > 0`,
    cause: (cause) => sql`s.cause = ${cause}`,
    status: (status) => (status === "active" ? sql`s.lifted_at is null` : sql`s.lifted_at is not null`),
  },
};

export function findSuppression(db: Queryable, id: number): Promise<SuppressionRow | undefined> {
  return firstRow(db)`select ${suppressionColumns} from ${suppressionRows} where s.id = ${id}`;
}

/** How many addresses are suppressed, and how many opted in to email. */
export function countAddresses(db: Queryable): Promise<{ suppressed: number; optedIn: number }> {
  return onlyRow(db)`
    select (select count(*)::integer from suppressions where lifted_at is null) as suppressed,
      (select count(*)::integer from ${confirmedOptIns} c where channel = 'email' and withdrawn_at is null) as "optedIn"`;
}

/** Records reports of the email provider. @returns the ids of those that are new */
export async function recordReports(tx: Tx, reports: { id: string; type: string }[]): Promise<Set<string>> {
  const rows = await allRows(tx)<{ id: string }>`
    insert into mail_reports (id, type)
    select r.id, min(r.type) from json_to_recordset(${JSON.stringify(reports)}::json) as r(id text, type text)
    group by r.id order by r.id on conflict (id) do nothing returning id`;
  return new Set(rows.map(({ id }) => id));
}

/** Forgets reports that no provider repeats anymore. */
export function purgeReports(db: Queryable): Promise<void> {
  return run(db)`delete from mail_reports where received_at < clock_now() - interval '90 days'`;
}

const consentRecord = {
  channel: oneOf(...ConsentChannel.options),
  givenAt: instant,
  place: text,
  text,
  confirmedAt: orNull(instant),
  confirmedBy: orNull(text),
  withdrawnAt: orNull(instant),
};

/** What is stored about a person's consent. */
export function findConsentRecords(db: Queryable, email: string): Promise<RowFrom<typeof consentRecord>[]> {
  return allRows(db, consentRecord)`
    select channel, given_at as "givenAt", place, text, confirmed_at as "confirmedAt", confirmed_by as "confirmedBy",
      withdrawn_at as "withdrawnAt" from consents
    where email = ${email} order by id`;
}

/**
 * Ends an address's opt-in, with the account that gave it. What proves it is kept under a name that is nobody's. A
 * suppression stays: it protects the address.
 */
export async function forgetConsent(tx: Tx, email: string, address: string): Promise<void> {
  await run(tx)`
    update consents set email = ${address}, user_id = null, withdrawn_at = coalesce(withdrawn_at, clock_now()),
      withdrawn_place = coalesce(withdrawn_place, 'account') where email = ${email}`;
  await run(tx)`delete from event_message_opt_outs where email = ${email}`;
}

/** Gives the opt-ins that one account ticked, for whichever address, to another; or to none. */
export function move(tx: Tx, fromId: number, toId: number | null): Promise<void> {
  return run(tx)`update consents set user_id = ${toId} where user_id = ${fromId}`;
}
