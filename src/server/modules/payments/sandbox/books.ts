import { sql } from "kysely";
import { instant, integer, oneOf, text, uuid, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, allValues, onlyRow, run } from "#server/platform/db/rows.ts";
import { sessionStatuses, type SessionRequest, type SessionStatus } from "../provider.ts";

const session = {
  ref: text,
  paymentId: uuid,
  amountCents: integer,
  currency: text,
  description: text,
  status: oneOf(...sessionStatuses),
  returnUrl: text,
  cancelUrl: text,
  expiresAt: instant,
};

/** A session as the sandbox stores it; nothing outside the sandbox reads it. */
export type BookEntry = RowFrom<typeof session>;

const columns = sql`
  ref, merchant_ref as "paymentId", amount_cents as "amountCents", currency, description, status,
  return_url as "returnUrl", cancel_url as "cancelUrl", expires_at as "expiresAt"`;

/**
 * How long after the payment's own deadline a page closes by itself: the shop closes it sooner, and only the shop knows
 * how often it extended the deadline.
 */
const backstop = sql`interval '45 minutes'`;

/**
 * Opens sessions; a session that was opened before for the same payment is returned as it is. As with other providers,
 * sessions stay open past their deadline until the shop closes them.
 */
export function openSessions(db: Queryable, requests: (SessionRequest & { ref: string })[]): Promise<BookEntry[]> {
  return allRows(db, session)`
    insert into sandbox.sessions (ref, merchant_ref, amount_cents, currency, description, return_url, cancel_url, expires_at)
    select r.ref, r."paymentId", r."amountCents", r.currency, r.description, r."returnUrl", r."cancelUrl",
      r."expiresAt" + ${backstop}
    from json_to_recordset(${JSON.stringify(requests)}::json) as r(ref text, "paymentId" uuid, "amountCents" integer,
      currency text, description text, "returnUrl" text, "cancelUrl" text, "expiresAt" timestamptz)
    on conflict (merchant_ref) do update set merchant_ref = excluded.merchant_ref
    returning ${columns}`;
}

/** Sessions by reference. */
export function findSessions(db: Queryable, refs: string[]): Promise<BookEntry[]> {
  return allRows(db, session)`
    select ${columns} from sandbox.sessions where ref = any(${refs}::text[])`;
}

export interface Outcome {
  ref: string;
  status: SessionStatus;
  /** Seconds until pending money arrives. */
  settlesInSeconds: number | null;
  webhookEventId: string;
  type: string;
}

/** Writes outcomes of open sessions and their webhook events; returns the sessions that were still open. */
export function writeOutcomes(db: Queryable, outcomes: Outcome[]): Promise<BookEntry[]> {
  return allRows(db, session)`
    with outcome as (
      select * from json_to_recordset(${JSON.stringify(outcomes)}::json)
        as o(ref text, status text, "settlesInSeconds" integer, "webhookEventId" text, type text)
    ), written as (
      update sandbox.sessions s set
        status = case when o.status = 'declined' then 'open' else o.status end,
        approved_at = case when o.status = 'approved' then clock_now() end,
        declines = s.declines + case when o.status = 'declined' then 1 else 0 end,
        settles_at = clock_now() + make_interval(secs => o."settlesInSeconds")
      from outcome o where s.ref = o.ref and s.status = 'open' and s.expires_at > clock_now()
      returning s.*
    ), queued as (
      insert into sandbox.deliveries (event_id, ref, type, next_attempt_at)
      select o."webhookEventId", o.ref, o.type, clock_now() + interval '5 seconds' from outcome o join written w on w.ref = o.ref
    )
    select ${columns} from written`;
}

/**
 * Closes a session if it can still be closed. Pending money can't be stopped, as with slow payment methods: it may
 * arrive after the session is closed. A payment never opened here is closed in advance.
 */
export function closeSession(db: Queryable, paymentId: string, ref: string): Promise<BookEntry> {
  return onlyRow(db, session)`
    insert into sandbox.sessions as s (ref, merchant_ref, amount_cents, currency, description, status, return_url, cancel_url, expires_at)
    values (${ref}, ${paymentId}, 1, 'USD', 'never opened', 'expired', '', '', clock_now())
    on conflict (merchant_ref) do update
      set status = case when s.status in ('open', 'processing') then 'expired' else s.status end
    returning ${columns}`;
}

/** Captures pending money that is due, even for a session that was closed meanwhile. */
export function settleDue(db: Queryable): Promise<string[]> {
  return allValues(db, text)`
    with arrived as (
      update sandbox.sessions set status = 'approved', settles_at = null, approved_at = clock_now()
      where settles_at <= clock_now() and status in ('processing', 'expired') returning ref
    )
    insert into sandbox.deliveries (event_id, ref, type)
    select 'evt_' || replace(gen_random_uuid()::text, '-', ''), ref, 'session.approved' from arrived
    returning ref`;
}

const delivery = { webhookEventId: text, kind: oneOf("session", "refund", "dispute"), ref: text, type: text };

/** A webhook event on its way: `ref` is the id of its subject. */
export type Delivery = RowFrom<typeof delivery>;

/** Undelivered webhook events, each claimed with a growing pause before its next attempt; given up after three days. */
export function claimDeliveries(db: Queryable, limit: number): Promise<Delivery[]> {
  return allRows(db, delivery)`
    update sandbox.deliveries d set attempts = d.attempts + 1,
      next_attempt_at = clock_now() + make_interval(secs => least(3600, 5 * power(2, d.attempts)))
    where event_id in (
      select event_id from sandbox.deliveries
      where delivered_at is null and next_attempt_at <= clock_now() and created_at > clock_now() - interval '3 days'
      order by next_attempt_at limit ${limit} for update skip locked)
    returning event_id as "webhookEventId", kind, ref, type`;
}

/** Marks webhook events as delivered. */
export function markDelivered(db: Queryable, webhookEventIds: string[]): Promise<void> {
  return run(db)`
    update sandbox.deliveries set delivered_at = clock_now(), attempts = attempts + 1
    where event_id = any(${webhookEventIds}::text[]) and delivered_at is null`;
}
