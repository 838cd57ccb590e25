import { sql, type RawBuilder } from "kysely";
import type { Audience, CampaignPurpose, SavedAudience } from "#contract/campaigns/audiences.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { communityTables } from "#server/modules/community/tables.ts";
import { confirmedOptIns } from "#server/modules/consent/index.ts";
import { consentTables } from "#server/modules/consent/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { forgottenAddress } from "#server/modules/orders/index.ts";
import { untiedReturns } from "#server/modules/payments/index.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { shopTables } from "#server/modules/shop/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, firstRow, firstValue, hasRows, onlyRow } from "#server/platform/db/rows.ts";

/** Whom a message is for. */
export interface AudienceQuestion {
  purpose: CampaignPurpose;
  /** The event that an event message is about: its recipients have tickets for it. */
  eventId: number | null;
  audience: Audience;
}

type Sql = RawBuilder<unknown>;

/** Addresses of some tickets: of who bought them, and of the account that has them. */
const having = (which: Sql) => sql`
  p.email in (
    select o.buyer_email from ${ticketsTables.tickets} t join ${ordersTables.orders} o on o.id = t.order_id
    where ${which}
    union select u.email from ${ticketsTables.tickets} t join ${accountsTables.users} u on u.id = t.owner_id
    where u.email is not null and ${which})`;
const holding = (which: Sql) => having(sql`t.status = 'valid' and ${which}`);

const conditions: { [Field in Exclude<keyof Audience, "list">]-?: (value: NonNullable<Audience[Field]>) => Sql } = {
  holdsEventIds: (ids) => holding(sql`t.event_id = any(${ids}::bigint[])`),
  ticketTypeIds: (ids) => holding(sql`t.ticket_type_id = any(${ids}::bigint[])`),
  attendedEventIds: (ids) =>
    having(sql`
      exists (select from ${ticketsTables.admissions} a
        where a.ticket_id = t.id and a.event_id = any(${ids}::bigint[]) and a.voided_at is null)`),
  city: (city) => sql`
    p.email in (
      select o.buyer_email from ${ticketsTables.tickets} t join ${ordersTables.orders} o on o.id = t.order_id
      join ${eventsTables.events} e on e.id = t.event_id join ${eventsTables.venues} v on v.id = e.venue_id
      where lower(v.city) = lower(${city}))`,
  productIds: (ids) => sql`
    p.email in (
      select o.buyer_email from ${shopTables.variant_lines} l join ${ordersTables.orders} o on o.id = l.order_id
      where l.product_id = any(${ids}::bigint[]) and o.paid_at is not null)`,
  spend: ({ currency, minCents, maxCents }) => sql`
    coalesce((select sum(o.total_cents - o.refunded_cents
        + (select coalesce(sum(m.cents), 0) from ${untiedReturns} m where m.order_id = o.id)) from ${ordersTables.orders} o
      where o.buyer_email = p.email and o.currency = ${currency} and o.paid_at is not null), 0)
      between ${minCents ?? 0} and ${maxCents ?? Number.MAX_SAFE_INTEGER}::bigint`,
  memberSince: ({ from, until }) => sql`
    p.email in (
      select u.email from ${accountsTables.users} u where u.email is not null and u.role <> 'guest'
        and u.created_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
        and u.created_at < coalesce(${until ?? null}::timestamptz, 'infinity'))`,
  followsPersonIds: (ids) => sql`
    p.email in (
      select u.email from ${communityTables.relations} r join ${accountsTables.users} u on u.id = r.from_id
      where r.kind = 'follow' and r.to_id = any(${ids}::bigint[]) and u.email is not null)`,
  optedIn: ({ from, until }) => sql`
    exists (select from ${confirmedOptIns} c where c.email = p.email and c.channel = 'email'
      and c.withdrawn_at is null and c.given_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
      and c.given_at < coalesce(${until ?? null}::timestamptz, 'infinity'))`,
};

/** Everyone whom the site knows, or the people of an imported list: an address once, with the name that it last used. */
const peopleOf = ({ list }: Audience): Sql =>
  list === undefined
    ? sql`
      select distinct on (known.email) known.email, known.name from (
        select buyer_email as email, buyer_name as name, 1 as rank, paid_at as at from ${ordersTables.orders} o
        where paid_at is not null
        union all select email, display_name, 2, created_at from ${accountsTables.users} u
        where email is not null and role <> 'guest' and suspended_at is null
        union all select email, '', 3, given_at from ${confirmedOptIns} c
        where channel = 'email' and withdrawn_at is null) known
      where known.email not in ('', ${forgottenAddress})
      order by known.email, known.rank, known.at desc`
    : sql`
      select distinct on (l.email) l.email, l.name
      from json_to_recordset(${JSON.stringify(list.people)}::json) as l(email text, name text)
      order by l.email, l.name desc`;

function fits({ purpose, eventId, audience }: AudienceQuestion): Sql {
  const parts = Object.entries(conditions).flatMap(([field, condition]) => {
    const value = audience[field as keyof typeof conditions];
    return value === undefined ? [] : [(condition as (value: unknown) => Sql)(value)];
  });
  if (purpose === "event_message") parts.push(conditions.holdsEventIds([eventId ?? 0]));
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

const optedIn = sql`
  exists (select from ${confirmedOptIns} c
    where c.email = p.email and c.channel = 'email' and c.withdrawn_at is null)`;
/** People of a list say that they opted in elsewhere; not those who withdrew their opt-in here. */
const mayBeImported = sql`
  not exists (select from ${consentTables.consents} c
    where c.email = p.email and c.channel = 'email' and c.withdrawn_at is not null)`;
const suppressed = sql`
  exists (select from ${consentTables.suppressions} s where s.email = p.email and s.lifted_at is null)`;
const optedOut = sql`
  exists (select from ${consentTables.event_message_opt_outs} o where o.email = p.email)`;

const wants = ({ purpose, audience }: AudienceQuestion): Sql =>
  purpose === "event_message"
    ? sql`not ${optedOut}`
    : audience.list === undefined
      ? optedIn
      : sql`(${optedIn} or ${mayBeImported})`;

/** How many people get a message, and who fits but doesn't. */
export function countAudience(
  db: Queryable,
  question: AudienceQuestion,
): Promise<{ count: number; noConsent: number; suppressed: number; optedOut: number }> {
  const isMarketing = question.purpose === "marketing";
  return onlyRow(db)`
    select count(*) filter (where wants and not suppressed)::integer as count,
      count(*) filter (where suppressed)::integer as suppressed,
      count(*) filter (where ${isMarketing} and not wants and not suppressed)::integer as "noConsent",
      count(*) filter (where ${!isMarketing} and not wants and not suppressed)::integer as "optedOut"
    from (select ${wants(question)} as wants, ${suppressed} as suppressed
      from (${peopleOf(question.audience)}) p where ${fits(question)}) fitting`;
}

/** People who get a message, in the order of their addresses, after one of them. */
export function findAudience(
  db: Queryable,
  question: AudienceQuestion,
  { after, most }: { after: string; most: number },
): Promise<{ email: string; name: string }[]> {
  return allRows(db)`
    select p.email, p.name from (${peopleOf(question.audience)}) p
    where p.email collate "C" > ${after} and ${fits(question)} and ${wants(question)} and not ${suppressed}
    order by p.email collate "C" limit ${most}`;
}

type AudienceRow = Omit<SavedAudience, "updatedAt"> & { updatedAt: Date };
const columns = sql<AudienceRow>`id, name, audience, updated_at as "updatedAt"`;

export function findSaved(db: Queryable): Promise<AudienceRow[]> {
  return allRows(db)`select ${columns} from audiences order by plain_letters(name)`;
}

/** Whether another saved audience has a name. */
export function hasName(db: Queryable, name: string, exceptId: number | null): Promise<boolean> {
  return hasRows(db)`
    select from audiences where lower(name) = lower(${name}) and id is distinct from ${exceptId}::bigint`;
}

export function insertSaved(db: Queryable, name: string, audience: Audience, staffId: number): Promise<AudienceRow> {
  return onlyRow(db)`
    insert into audiences (name, audience, created_by) values (${name}, ${JSON.stringify(audience)}::jsonb, ${staffId})
    returning ${columns}`;
}

export function updateSaved(
  db: Queryable,
  id: number,
  name: string,
  audience: Audience,
): Promise<AudienceRow | undefined> {
  return firstRow(db)`
    update audiences set name = ${name}, audience = ${JSON.stringify(audience)}::jsonb, updated_at = clock_now()
    where id = ${id} returning ${columns}`;
}

/** Deletes a saved audience. @returns its name; undefined if there is none */
export function deleteSaved(db: Queryable, id: number): Promise<string | undefined> {
  return firstValue(db)`delete from audiences where id = ${id} returning name`;
}
