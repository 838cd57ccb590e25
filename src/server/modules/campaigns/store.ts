import { sql } from "kysely";
import type {
  Campaign,
  CampaignDraft,
  CampaignQuery,
  CampaignStatus,
  CampaignSummary,
  MessageContent,
  Recipient,
  RecipientQuery,
} from "#contract/campaigns/campaigns.ts";
import type { SiteRefusal } from "#contract/email/delivery.ts";
import type { Audience } from "#contract/campaigns/audiences.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { emailTables } from "#server/modules/email/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { isRevenue, revenueMovements } from "#server/modules/payments/index.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { bool, float, integer, orNull } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { allRows, allValues, firstRow, hasRows, onlyRow, onlyValue, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import { marketingTriggers, utmSource } from "./rules.ts";

/** A campaign as stored, without what is counted. */
type CampaignRow = Stored<Omit<CampaignSummary, "counts">>;
export type WholeCampaignRow = CampaignRow &
  Pick<Campaign, "utmCampaign" | "confirmedCount" | "createdBy"> & { content: MessageContent; audience: Audience };

/** What identifies the emails of a campaign in the outbox. */
export const bulkKeyOf = (id: number): string => `campaign:${id}`;

const summaryColumns = sql<CampaignRow>`
  c.id, c.version, c.name, c.purpose, c.status, c.problem, c.content ->> 'subject' as subject, c.scheduled_at as "scheduledAt",
  c.time_zone as "timeZone", c.started_at is not null and c.collected_at is null and c.ended_at is null as "isCollecting",
  c.created_at as "createdAt", c.started_at as "startedAt", c.ended_at as "endedAt",
  case when e.id is not null then json_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at,
    'timeZone', e.time_zone) end as event`;
const rows = sql`campaigns c left join ${eventsTables.events} e on e.id = c.event_id`;

/** Campaigns, newest first. */
export const campaigns: ListSource<CampaignQuery, CampaignRow> = {
  columns: summaryColumns,
  from: rows,
  key: { by: sql`c.id`, type: "bigint" },
  order: { name: "-id", keys: [{ by: sql`c.id`, type: "bigint" }], descending: true },
  filters: {
    q: (q) => sql`position(plain_letters(${q}) in plain_letters(c.name || ' ' || (c.content ->> 'subject'))) > 0`,
    status: (status) => sql`c.status = ${status}`,
    purpose: (purpose) => sql`c.purpose = ${purpose}`,
    eventId: (id) => sql`c.event_id = ${id}`,
  },
};

export function findCampaign(db: Queryable, id: number): Promise<WholeCampaignRow | undefined> {
  return firstRow(db)`
    select ${summaryColumns}, c.content, c.audience, c.utm_campaign as "utmCampaign",
      c.confirmed_count as "confirmedCount", u.display_name as "createdBy"
    from ${rows} left join ${accountsTables.users} u on u.id = c.created_by where c.id = ${id}`;
}

/** What a campaign says, without its audience, which may be a long list. */
export function findCampaignMessage(
  db: Queryable,
  id: number,
): Promise<
  (Pick<Campaign, "id" | "version" | "purpose" | "content" | "utmCampaign"> & { eventId: number | null }) | undefined
> {
  return firstRow(db)`
    select id, version, purpose, content, utm_campaign as "utmCampaign", event_id as "eventId" from campaigns
    where id = ${id}`;
}

/** Locks a campaign: one change at a time. */
export function lockCampaign(
  tx: Tx,
  id: number,
): Promise<{ status: CampaignStatus; version: number; name: string } | undefined> {
  return firstRow(tx)`select status, version, name from campaigns where id = ${id} for update`;
}

/** Stores a draft; its `utm_campaign` follows. */
export function insertCampaign(tx: Tx, draft: CampaignDraft, staffId: number): Promise<number> {
  return onlyValue(tx, integer)`
    insert into campaigns (name, purpose, event_id, content, audience, utm_campaign, created_by)
    values (${draft.name}, ${draft.purpose}, ${draft.eventId}, ${JSON.stringify(draft.content)}::jsonb,
      ${JSON.stringify(draft.audience)}::jsonb, 'new-' || gen_random_uuid(), ${staffId})
    returning id`;
}

/** Sets a campaign's `utm_campaign`. */
export function setUtm(tx: Tx, id: number, utm: string): Promise<void> {
  return run(tx)`update campaigns set utm_campaign = ${utm} where id = ${id}`;
}

export function updateCampaign(tx: Tx, id: number, draft: CampaignDraft, utm: string): Promise<void> {
  return run(tx)`
    update campaigns set name = ${draft.name}, purpose = ${draft.purpose}, event_id = ${draft.eventId},
      content = ${JSON.stringify(draft.content)}::jsonb, audience = ${JSON.stringify(draft.audience)}::jsonb,
      utm_campaign = ${utm}, version = version + 1
    where id = ${id}`;
}

/** Deletes a draft. */
export function deleteCampaign(tx: Tx, id: number): Promise<void> {
  return run(tx)`delete from campaigns where id = ${id}`;
}

/** Schedules a draft; without an instant it is due at once. */
export function schedule(
  tx: Tx,
  id: number,
  { at, timeZone, confirmedCount }: { at: string | null; timeZone: string; confirmedCount: number },
): Promise<void> {
  return run(tx)`
    update campaigns set status = 'scheduled', scheduled_at = coalesce(${at}::timestamptz, clock_now()),
      time_zone = ${timeZone}, confirmed_count = ${confirmedCount}, version = version + 1
    where id = ${id}`;
}

/** Sets a campaign's status as a step of staff says. */
export function setStatus(tx: Tx, id: number, to: CampaignStatus): Promise<void> {
  return run(tx)`
    update campaigns set status = ${to}, version = version + 1, problem = null,
      scheduled_at = case when ${to} = 'draft' then null else scheduled_at end,
      confirmed_count = case when ${to} = 'draft' then null else confirmed_count end,
      ended_at = case when ${to} = 'stopped' then clock_now() end
    where id = ${id}`;
}

/** Pauses a campaign that is running, because of the email server. @returns false if it isn't running */
export function pauseFor(tx: Tx, id: number, problem: SiteRefusal): Promise<boolean> {
  return hasRows(tx)`
    update campaigns set status = 'paused', version = version + 1, problem = ${JSON.stringify(problem)}::jsonb
    where id = ${id} and status = 'running' returning id`;
}

/** How many campaigns are paused because the email server refuses the site. */
export function countRefused(db: Queryable): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer from campaigns where status = 'paused' and problem is not null`;
}

/** Whether marketing is scheduled or on its way, or an automation with marketing is on. */
export function hasMarketing(db: Queryable): Promise<boolean> {
  return hasRows(db)`
    select from campaigns where purpose = 'marketing' and status in ('scheduled', 'running', 'paused')
    union all
    select from automations where is_on and trigger = any(${marketingTriggers}::text[])`;
}

/** Whether an instant is in the future, by the database's clock. */
export function isAhead(db: Queryable, at: string): Promise<boolean> {
  return onlyValue(db, bool)`select ${at}::timestamptz > clock_now()`;
}

/** How many messages to an event's attendees start less than a day before or after an instant; null for now. */
export function countEventMessages(tx: Tx, eventId: number, at: string | null): Promise<number> {
  return onlyValue(tx, integer)`
    select count(*)::integer from campaigns
    where event_id = ${eventId} and purpose = 'event_message' and confirmed_count is not null
      and coalesce(started_at, scheduled_at) > coalesce(${at}::timestamptz, clock_now()) - interval '1 day'
      and coalesce(started_at, scheduled_at) < coalesce(${at}::timestamptz, clock_now()) + interval '1 day'`;
}

/** Lets one schedule at a time count an event's messages. */
export function lockEventMessages(tx: Tx, eventId: number): Promise<void> {
  return run(tx)`select pg_advisory_xact_lock(hashtextextended('messages of event ' || ${eventId}::text, 0))`;
}

/** Starts campaigns whose time has come. @returns their ids */
export function startDue(db: Queryable): Promise<number[]> {
  return allValues(db)`
    update campaigns set status = 'running', started_at = clock_now()
    where id in (select id from campaigns where status = 'scheduled' and scheduled_at <= clock_now()
      for update skip locked)
    returning id`;
}

/** Campaigns that are running. */
export function findRunning(db: Queryable): Promise<number[]> {
  return allValues(db)`select id from campaigns where status = 'running' order by id`;
}

/** A running campaign, locked: nobody pauses it, and no other node collects for it, meanwhile. */
export function lockRunning(
  tx: Tx,
  id: number,
): Promise<
  | {
      purpose: Campaign["purpose"];
      eventId: number | null;
      audience: Audience;
      collectedTo: string;
      isCollected: boolean;
    }
  | undefined
> {
  return firstRow(tx)`
    select purpose, event_id as "eventId", audience, collected_to as "collectedTo",
      collected_at is not null as "isCollected"
    from campaigns where id = ${id} and status = 'running' for update skip locked`;
}

/** Writes down some recipients of a campaign, each address once. */
export function insertRecipients(tx: Tx, campaignId: number, people: { email: string; name: string }[]): Promise<void> {
  return run(tx)`
    insert into campaign_recipients (campaign_id, email, name)
    select ${campaignId}, p.email, p.name
    from json_to_recordset(${JSON.stringify(people)}::json) as p(email text, name text)
    on conflict (campaign_id, email) where campaign_id is not null do nothing`;
}

/** Records how far the recipients are written down. */
export function recordCollected(tx: Tx, id: number, to: string, isAll: boolean): Promise<void> {
  return run(tx)`
    update campaigns set collected_to = ${to}, collected_at = case when ${isAll} then clock_now() end where id = ${id}`;
}

/** Recipients whose email isn't in the outbox yet. */
export function lockWaiting(
  tx: Tx,
  campaignId: number,
  max: number,
): Promise<{ id: number; email: string; name: string }[]> {
  return allRows(tx)`
    select id, email, name from campaign_recipients where campaign_id = ${campaignId} and mail_id is null
    order by id limit ${max} for update`;
}

/** Records the emails of recipients, by the keys under which they were queued. */
export function linkMails(tx: Tx, keys: { id: number; dedupeKey: string }[]): Promise<void> {
  return run(tx)`
    update campaign_recipients r set mail_id = m.id
    from json_to_recordset(${JSON.stringify(keys)}::json) as k(id bigint, "dedupeKey" text)
    join ${emailTables.emails} m on m.dedupe_key = k."dedupeKey" where r.id = k.id`;
}

/** How many emails of a campaign wait in the outbox. */
export function countQueued(db: Queryable, bulkKey: string): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer from ${emailTables.emails} m where m.bulk_key = ${bulkKey} and m.status = 'queued'`;
}

/** Ends a campaign whose recipients all have an outcome. @returns true if it ended */
export function finish(tx: Tx, id: number): Promise<boolean> {
  return hasRows(tx)`
    update campaigns set status = 'done', ended_at = clock_now()
    where id = ${id} and status = 'running' and collected_at is not null
      and not exists (select from campaign_recipients r where r.campaign_id = ${id} and r.mail_id is null)
      and not exists (select from ${emailTables.emails} m
        where m.bulk_key = ${bulkKeyOf(id)} and m.status in ('queued', 'sending'))
    returning id`;
}

/** How many emails have each status, by the bulk key. */
export function countStatuses(
  db: Queryable,
  bulkKeys: string[],
): Promise<{ bulkKey: string; status: string; count: number }[]> {
  return allRows(db)`
    select m.bulk_key as "bulkKey", m.status, count(*)::integer as count from ${emailTables.emails} m
    where m.bulk_key = any(${bulkKeys}::text[]) group by 1, 2`;
}

/** How many recipients of each campaign have no email yet. */
export async function countWithoutMail(db: Queryable, campaignIds: number[]): Promise<Map<number, number>> {
  const found = await allRows(db)<{ id: number; count: number }>`
    select campaign_id as id, count(*)::integer as count from campaign_recipients
    where campaign_id = any(${campaignIds}::bigint[]) and mail_id is null group by 1`;
  return new Map(found.map(({ id, count }) => [id, count]));
}

const recipientsOf = (of: Owner) =>
  "campaignId" in of ? sql`r.campaign_id = ${of.campaignId}` : sql`r.automation_id = ${of.automationId}`;
/** What recipients belong to. */
type Owner = { campaignId: number } | { automationId: number };

/** Clicks and unsubscribes of a message. */
export function findReactions(
  db: Queryable,
  of: Owner,
): Promise<{ clickers: number; clicks: number; unsubscribes: number }> {
  return onlyRow(db)`
    select (select count(distinct k.recipient_id)::integer from campaign_clicks k
        join campaign_recipients r on r.id = k.recipient_id where ${recipientsOf(of)}) as clickers,
      (select coalesce(sum(k.clicks), 0)::integer from campaign_clicks k
        join campaign_recipients r on r.id = k.recipient_id where ${recipientsOf(of)}) as clicks,
      (select count(*)::integer from campaign_recipients r
        where ${recipientsOf(of)} and r.unsubscribed_at is not null) as unsubscribes`;
}

/** The links of a message that people followed. */
export function findLinks(db: Queryable, of: Owner): Promise<{ url: string; clickers: number; clicks: number }[]> {
  return allRows(db)`
    select k.url, count(*)::integer as clickers, sum(k.clicks)::integer as clicks
    from campaign_clicks k join campaign_recipients r on r.id = k.recipient_id where ${recipientsOf(of)}
    group by k.url order by clickers desc, k.url limit 50`;
}

/** Paid orders that came by a message's links, and the revenue of these orders. */
export function findRevenue(
  db: Queryable,
  utmCampaign: string,
): Promise<{ currency: string; orders: number; revenueCents: number }[]> {
  return allRows(db)`
    select o.currency, count(*)::integer as orders,
      coalesce(sum((select sum(m.cents) from ${revenueMovements} m where m.order_id = o.id and m.${isRevenue})), 0)::bigint
        as "revenueCents"
    from ${ordersTables.order_attributions} a join ${ordersTables.orders} o on o.id = a.order_id
    where a.source = ${utmSource} and a.campaign = ${utmCampaign} and o.paid_at is not null
    group by o.currency order by o.currency`;
}

type RecipientRow = Stored<Recipient>;

const recipientStatus = sql`
  case when r.mail_id is null then case when c.status = 'stopped' then 'skipped' else 'waiting' end
    when m.status = 'queued' then 'waiting' when m.status = 'suppressed' then 'skipped' else m.status end`;

export const recipients: ListSource<RecipientQuery & { campaignId: number }, RecipientRow> = {
  columns: sql`
    r.id, r.name, r.email, ${recipientStatus} as status, m.error as reason, r.mail_id as "mailId", m.sent_at as "sentAt",
    coalesce((select sum(k.clicks)::integer from campaign_clicks k where k.recipient_id = r.id), 0) as clicks`,
  from: sql`campaign_recipients r join campaigns c on c.id = r.campaign_id
    left join ${emailTables.emails} m on m.id = r.mail_id`,
  key: { by: sql`r.id`, type: "bigint" },
  order: { name: "id", keys: [{ by: sql`r.id`, type: "bigint" }], descending: false },
  where: ({ campaignId }) => sql`r.campaign_id = ${campaignId}`,
  filters: {
    q: (q) => sql`position(plain_letters(${q}) in r.email || ' ' || plain_letters(r.name)) > 0`,
    status: (status) => sql`${recipientStatus} = ${status}`,
  },
};

/** A recipient with the message that they got. */
export interface RecipientMessage {
  id: number;
  campaignId: number | null;
  automationId: number | null;
  email: string;
  name: string;
  occasion: string;
}

export function findRecipients(db: Queryable, ids: number[]): Promise<RecipientMessage[]> {
  return allRows(db)`
    select id, campaign_id as "campaignId", automation_id as "automationId", email, name, occasion
    from campaign_recipients where id = any(${ids}::bigint[])`;
}

/** Seconds since a recipient's email was handed over; null before. */
export async function findSecondsSinceSent(db: Queryable, recipientId: number): Promise<number | null | undefined> {
  const [seconds] = await allValues(db, orNull(float))`
    select extract(epoch from clock_now() - m.handed_over_at)::float8
    from campaign_recipients r join ${emailTables.emails} m on m.id = r.mail_id where r.id = ${recipientId}`;
  return seconds;
}

/** Counts a click. */
export function recordClick(db: Queryable, recipientId: number, url: string): Promise<void> {
  return run(db)`
    insert into campaign_clicks as k (recipient_id, url) values (${recipientId}, ${url})
    on conflict (recipient_id, url) do update set clicks = least(k.clicks + 1, 1000)`;
}

/** Records that recipients unsubscribed by a message's link. */
export function recordUnsubscribed(tx: Tx, recipientIds: number[]): Promise<void> {
  return run(tx)`
    update campaign_recipients set unsubscribed_at = coalesce(unsubscribed_at, clock_now())
    where id = any(${recipientIds}::bigint[])`;
}

/** What was sent to an address by campaigns and automations. */
export function findRecipientRecords(
  db: Queryable,
  email: string,
): Promise<{ campaign: string; at: Date; unsubscribedAt: Date | null; clicked: string[] }[]> {
  return allRows(db)`
    select coalesce(c.name, a.name) as campaign, r.created_at as at, r.unsubscribed_at as "unsubscribedAt",
      array(select k.url from campaign_clicks k where k.recipient_id = r.id order by k.url) as clicked
    from campaign_recipients r left join campaigns c on c.id = r.campaign_id
    left join automations a on a.id = r.automation_id where r.email = ${email} order by r.id`;
}

/** Takes an address out of campaigns and lists; counts stay. */
export async function forgetRecipient(tx: Tx, email: string, name: string): Promise<void> {
  await run(tx)`
    delete from campaign_clicks where recipient_id in (select id from campaign_recipients where email = ${email})`;
  await run(tx)`
    update campaign_recipients set email = 'deleted-' || id || '@invalid', name = ${name} where email = ${email}`;
  for (const table of ["campaigns", "audiences"]) {
    await run(tx)`
      update ${sql.table(table)} set audience = jsonb_set(audience, '{list,people}', coalesce(
        (select jsonb_agg(p) from jsonb_array_elements(audience #> '{list,people}') p where p ->> 'email' <> ${email}),
        '[]'))
      where audience #> '{list,people}' @> ${JSON.stringify([{ email }])}::jsonb`;
  }
}
