import { sql, type RawBuilder } from "kysely";
import type { Automation, AutomationDraft, AutomationTrigger } from "#contract/campaigns/automations.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { confirmedOptIns } from "#server/modules/consent/index.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, firstValue, onlyValue, hasRows, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";

/** An automation as stored, without what is counted. */
export type AutomationRow = Stored<Omit<Automation, "counts" | "results" | "isMarketing" | "content">> &
  Pick<Automation, "content"> & { trigger: AutomationTrigger };

/** What identifies the emails of an automation in the outbox. */
export const automationKeyOf = (id: number): string => `automation:${id}`;

const columns = sql<AutomationRow>`
  a.id, a.version, a.name, a.trigger, a.is_on as "isOn", a.wait_hours as "waitHours", a.event_id as "eventId", a.content,
  a.updated_at as "updatedAt", case when e.id is not null then json_build_object('id', e.id, 'title', e.title,
    'startsAt', e.starts_at, 'timeZone', e.time_zone) end as event`;
const rows = sql`automations a left join ${eventsTables.events} e on e.id = a.event_id`;

export function findAutomations(db: Queryable): Promise<AutomationRow[]> {
  return allRows(db)`select ${columns} from ${rows} order by a.id`;
}

export function findAutomation(db: Queryable, id: number): Promise<AutomationRow | undefined> {
  return firstRow(db)`select ${columns} from ${rows} where a.id = ${id}`;
}

/** Locks an automation: it writes to nobody meanwhile. */
export function lockAutomation(tx: Tx, id: number): Promise<void> {
  return run(tx)`select from automations where id = ${id} for update`;
}

/** Whether an automation ever wrote to someone. */
export function hasRecipients(tx: Tx, id: number): Promise<boolean> {
  return hasRows(tx)`select from campaign_recipients where automation_id = ${id} limit 1`;
}

/** Stores an automation. @returns its id */
export function insertAutomation(tx: Tx, draft: AutomationDraft): Promise<number> {
  return onlyValue(tx, integer)`
    insert into automations (name, trigger, is_on, on_since, wait_hours, event_id, content)
    values (${draft.name}, ${draft.trigger}, ${draft.isOn}, case when ${draft.isOn} then clock_now() end,
      ${draft.waitHours}, ${draft.eventId}, ${JSON.stringify(draft.content)}::jsonb)
    returning id`;
}

/** Changes an automation that still has a version. @returns false if someone else saved since */
export async function updateAutomation(tx: Tx, id: number, version: number, draft: AutomationDraft): Promise<boolean> {
  const found = await firstRow(tx)`
    update automations set name = ${draft.name}, trigger = ${draft.trigger}, is_on = ${draft.isOn},
      on_since = case when ${draft.isOn} then coalesce(on_since, clock_now()) end, wait_hours = ${draft.waitHours},
      event_id = ${draft.eventId}, content = ${JSON.stringify(draft.content)}::jsonb, version = version + 1,
      updated_at = clock_now()
    where id = ${id} and version = ${version} returning id`;
  return found !== undefined;
}

/** Deletes an automation that wrote to no one. @returns its name; undefined if it did, or isn't there */
export function deleteAutomation(tx: Tx, id: number): Promise<string | undefined> {
  return firstValue(tx)`
    delete from automations where id = ${id}
      and not exists (select from campaign_recipients r where r.automation_id = ${id})
    returning name`;
}

/** An automation that is on, locked: one node at a time works on it. */
export function lockActive(
  tx: Tx,
  id: number,
): Promise<{ trigger: AutomationTrigger; waitHours: number; eventId: number | null; onSince: Date } | undefined> {
  return firstRow(tx)`
    select trigger, wait_hours as "waitHours", event_id as "eventId", on_since as "onSince" from automations
    where id = ${id} and is_on for update skip locked`;
}

/** Automations that are on. */
export function findActive(db: Queryable): Promise<{ id: number }[]> {
  return allRows(db)`select id from automations where is_on order by id`;
}

/** Someone whom an automation writes to, and about what. */
interface DuePerson {
  email: string;
  name: string;
  occasion: string;
}

type Active = NonNullable<Awaited<ReturnType<typeof lockActive>>>;
type Sql = RawBuilder<unknown>;

const optedIn = sql`
  exists (select from ${confirmedOptIns} c
    where c.email = o.buyer_email and c.channel = 'email' and c.withdrawn_at is null)`;
/** The order has tickets for an automation's event, if it has one. */
const isAbout = ({ eventId }: Active) => sql`
  (${eventId}::bigint is null or exists (
    select from ${ticketsTables.ticket_lines} l where l.order_id = o.id and l.event_id = ${eventId}))`;

/** Who has tickets for events, with the moment that counts. */
const holders = (at: Sql, { eventId }: Active) => sql`
  select distinct on (e.id, person.email) person.email, person.name, 'event:' || e.id as occasion, ${at} as due_at
  from ${eventsTables.events} e join ${ticketsTables.tickets} t on t.event_id = e.id and t.status = 'valid'
  join ${ordersTables.orders} o on o.id = t.order_id
  left join ${accountsTables.users} u on u.id = t.owner_id and u.email is not null
  cross join lateral (values (coalesce(u.email, o.buyer_email), case when u.email is null then o.buyer_name else
    u.display_name end)) as person(email, name)
  where e.status = 'on' and (${eventId}::bigint is null or e.id = ${eventId})`;

const dueBy: Record<AutomationTrigger, (active: Active, wait: Sql) => Sql> = {
  after_purchase: (active, wait) => sql`
    select o.buyer_email as email, o.buyer_name as name, 'order:' || o.id as occasion, o.paid_at + ${wait} as due_at
    from ${ordersTables.orders} o where o.status in ('paid', 'partially_refunded') and ${isAbout(active)}
      and o.paid_at >= ${active.onSince} and o.paid_at + ${wait} <= clock_now()`,
  // Not after it began.
  day_before: (active, wait) => sql`
    ${holders(sql`e.starts_at - ${wait}`, active)} and e.starts_at > clock_now()`,
  after_event: (active, wait) => holders(sql`coalesce(e.ends_at, e.starts_at) + ${wait}`, active),
  abandoned_checkout: (active, wait) => sql`
    select distinct on (o.buyer_email) o.buyer_email as email, o.buyer_name as name, 'order:' || o.id as occasion,
      o.created_at + ${wait} as due_at
    from ${ordersTables.orders} o where o.status in ('expired', 'canceled') and o.paid_at is null and ${isAbout(active)}
      and o.created_at >= ${active.onSince} and o.created_at + ${wait} <= clock_now() and ${optedIn}
      and not exists (select from ${ordersTables.orders} later where later.buyer_email = o.buyer_email
        and later.created_at > o.created_at and later.paid_at is not null)
    order by o.buyer_email, o.created_at desc`,
  win_back: (active, wait) => sql`
    select o.buyer_email as email, o.buyer_name as name, 'since:' || o.id as occasion, o.paid_at + ${wait} as due_at
    from ${ordersTables.orders} o where o.paid_at is not null and ${isAbout(active)} and ${optedIn}
      and o.paid_at + ${wait} between ${active.onSince} and clock_now()
      and not exists (select from ${ordersTables.orders} later where later.buyer_email = o.buyer_email
        and later.paid_at > o.paid_at)`,
};

/**
 * Who is due for an automation and wasn't written to: what fell due after it was turned on, and within the last three
 * days, so that an outage doesn't end in old news. Nobody gets two messages about abandoned checkouts in a week.
 */
export function findDue(tx: Tx, id: number, active: Active, max: number): Promise<DuePerson[]> {
  const wait = sql`make_interval(hours => ${active.waitHours})`;
  const quiet =
    active.trigger === "abandoned_checkout" ? sql`clock_now() - interval '7 days'` : sql`'infinity'::timestamptz`;
  return allRows(tx)`
    select d.email, d.name, d.occasion from (${dueBy[active.trigger](active, wait)}) d
    where d.due_at between greatest(${active.onSince}, clock_now() - interval '3 days') and clock_now()
      and position('@invalid' in d.email) = 0
      and not exists (select from campaign_recipients r where r.automation_id = ${id} and r.email = d.email
        and (r.occasion = d.occasion or r.created_at > ${quiet}))
    order by d.email limit ${max}`;
}

/** Writes down whom an automation writes to. @returns those who are new, each person once per occasion */
export function insertDue(tx: Tx, id: number, people: DuePerson[]): Promise<(DuePerson & { id: number })[]> {
  return allRows(tx)`
    insert into campaign_recipients (automation_id, email, name, occasion)
    select ${id}, p.email, p.name, p.occasion
    from json_to_recordset(${JSON.stringify(people)}::json) as p(email text, name text, occasion text)
    on conflict (automation_id, email, occasion) where automation_id is not null do nothing
    returning id, email, name, occasion`;
}
