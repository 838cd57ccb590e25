import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { OrderStatus } from "#contract/orders/orders.ts";
import { totals } from "#contract/orders/totals.ts";
import { storeDeliveries, type NewDelivery } from "#server/modules/delivery/index.ts";
import { purchasablesOf, type Sellers, type SoldLine } from "#server/modules/purchasables/index.ts";
import {
  bool,
  columnsOf,
  instant,
  integer,
  json,
  oneOf,
  orNull,
  text,
  uuid,
  type RowFrom,
} from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, onlyRow, run } from "#server/platform/db/rows.ts";
import type { OrderBuyer } from "./domain-events.ts";
import { searchedAddressOf } from "#contract/email-address.ts";
import { hasWords, orderNumberOf } from "#server/platform/db/word-search.ts";
import { noEventAhead } from "#server/modules/events/index.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";

const orderRow = {
  id: uuid,
  number: text,
  status: oneOf(...OrderStatus.options),
  ...columnsOf(totals),
  userId: integer,
  buyerName: text,
  buyerEmail: text,
  /** True if the buyer had confirmed this email when ordering. */
  emailConfirmed: bool,
  holdExpiresAt: instant,
  /** Until when it's on hold once its buyer confirms the email by a code; null if that changes nothing. */
  confirmUntil: orNull(instant),
  holdGraceSeconds: integer,
  createdAt: instant,
  paidAt: orNull(instant),
  /** How much of the total was refunded, whether the money has arrived or not. */
  refundedCents: integer,
  /** Deadline for self-service refunds by the terms of the purchase, and whether fees are refunded too. */
  refundUntil: orNull(instant),
  refundFees: bool,
  /** How often its email was changed: links that were emailed before are no longer valid. */
  linkVersion: integer,
  /** The tax on the shipping, a part of the order's tax. */
  shippingTaxCents: integer,
  /** Seconds left on the hold, by the database clock. */
  secondsLeft: integer,
};

/** An order as stored. Cents in `currency`; times by the database clock. */
export type OrderRow = RowFrom<typeof orderRow>;

const columns = sql`
  id, number, user_id as "userId", status, currency, subtotal_cents as "subtotalCents", fee_cents as "feeCents",
  tax_cents as "taxCents", shipping_cents as "shippingCents", shipping_tax_cents as "shippingTaxCents", discount_cents as "discountCents",
  promo_code as "promoCode", total_cents as "totalCents", buyer_name as "buyerName", buyer_email as "buyerEmail",
  email_confirmed as "emailConfirmed", hold_expires_at as "holdExpiresAt", confirm_until as "confirmUntil", hold_grace_seconds as "holdGraceSeconds", created_at as "createdAt", paid_at as "paidAt",
  refunded_cents as "refundedCents", refund_until as "refundUntil", refund_fees as "refundFees", link_version as "linkVersion",
  greatest(0, ceil(extract(epoch from hold_expires_at - clock_now())))::integer as "secondsLeft"`;

/** Where an order came from. Nothing depends on what the buyer's browser says here. */
interface Attribution {
  source: string | null;
  campaign: string | null;
  promoterId: number | null;
  streamId: number | null;
  /** What the buyer's request says about itself. */
  device: string | null;
  browser: string | null;
}

/** An order to place; it gets its status, payment and refunds later. */
export type NewOrder = { attribution?: Attribution } & Omit<
  OrderRow,
  "status" | "paidAt" | "refundedCents" | "holdGraceSeconds" | "linkVersion" | "secondsLeft" | "confirmUntil"
> &
  Partial<Pick<OrderRow, "confirmUntil">>;

/**
 * Stores new orders, their lines with what only a kind of line has, and where their products go: one statement, however
 * many there are.
 */
export async function insertOrders(
  sellers: Sellers,
  tx: Tx,
  orders: NewOrder[],
  lines: SoldLine[],
  deliveries: NewDelivery[] = [],
): Promise<void> {
  const parts = purchasablesOf(sellers, lines).flatMap(({ kind, storeLines }, index) => {
    const kindLines = lines.filter((line) => line.kind === kind);
    return storeLines === undefined ? [] : [sql`, ${sql.ref(`part_${index}`)} as (${storeLines(kindLines)})`];
  });
  if (deliveries.length > 0) parts.push(sql`, deliveries as (${storeDeliveries(deliveries)})`);
  const attributed = orders.flatMap(({ id, attribution: of }) =>
    of && Object.values(of).some((each) => each !== null) ? [{ id, ...of }] : [],
  );
  if (attributed.length > 0) {
    parts.push(sql`, attributed as (
      insert into order_attributions (order_id, source, campaign, promoter_id, stream_id, device, browser)
      select a.id, a.source, a.campaign, a."promoterId", a."streamId", a.device, a.browser
      from json_to_recordset(${JSON.stringify(attributed)}::json) as a(id uuid, source text, campaign text,
        "promoterId" bigint, "streamId" bigint, device text, browser text))`);
  }
  await sql`
    with placed as (
      insert into orders (id, number, user_id, status, currency, subtotal_cents, fee_cents, tax_cents, shipping_cents,
                          shipping_tax_cents, discount_cents, promo_code, total_cents, buyer_name, buyer_email, email_confirmed, hold_expires_at, confirm_until, created_at,
                          refund_until, refund_fees)
      select o.id, o.number, o."userId", 'awaiting_payment', o.currency, o."subtotalCents", o."feeCents",
             o."taxCents", o."shippingCents", o."shippingTaxCents", o."discountCents", o."promoCode", o."totalCents", o."buyerName", o."buyerEmail", o."emailConfirmed", o."holdExpiresAt", o."confirmUntil", o."createdAt",
             o."refundUntil", o."refundFees"
      from json_to_recordset(${JSON.stringify(orders)}::json) as o(id uuid, number text, "userId" bigint, currency text,
        "subtotalCents" integer, "feeCents" integer, "taxCents" integer, "shippingCents" integer, "shippingTaxCents" integer, "discountCents" integer, "promoCode" text, "totalCents" integer, "buyerName" text, "buyerEmail" text,
        "emailConfirmed" boolean, "holdExpiresAt" timestamptz, "confirmUntil" timestamptz, "createdAt" timestamptz, "refundUntil" timestamptz, "refundFees" boolean)
    ), lines as (
      insert into order_lines (id, order_id, position, kind, item_id, name, quantity, unit_cents, fee_cents, total_cents,
                               discount_cents, tax_cents)
      select l.id, l."orderId", l.position, l.kind, l."itemId", l.name, l.quantity, l."unitCents", l."feeCents",
             l."totalCents", l."discountCents", l."taxCents"
      from json_to_recordset(${JSON.stringify(lines.map((line, position) => ({ ...line, position })))}::json) as l(id uuid,
        "orderId" uuid, position smallint, kind text, "itemId" bigint, name text, quantity integer, "unitCents" integer,
        "feeCents" integer, "totalCents" integer, "discountCents" integer, "taxCents" integer)
    )${sql.join(parts, sql``)} select`.execute(tx);
}

/**
 * Lets one transaction at a time count and place orders of a person, on any node and for any event; more locks may be
 * named. Locks are taken in the order of their names and before any stock, so that two transactions never wait for each
 * other.
 */
export async function lockBuyers(tx: Tx, userIds: number[], more: string[] = []): Promise<void> {
  const names = [...userIds.map((id) => `orders of ${id}`), ...more];
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0))
    from (select distinct name from unnest(${names}::text[]) as name order by name) as locks`.execute(tx);
}

const extended = { holderId: uuid, status: oneOf(...OrderStatus.options), expiresAt: instant };

const liveOrders = { now: instant, counts: orNull(json(z.record(z.string(), z.int()))) };

/** Unpaid orders that each person has right now, and the clock that dates new ones. */
export async function countLiveOrders(tx: Tx, userIds: number[]): Promise<{ now: Date; live: Map<number, number> }> {
  const { now, counts } = await onlyRow(tx, liveOrders)`
    select clock_now() as now, (
      select json_object_agg(user_id, n) from (
        select user_id, count(*)::integer as n from orders
        where user_id = any(${userIds}::bigint[])
          and (status = 'paying' or (status = 'awaiting_payment' and hold_expires_at > clock_now()))
        group by user_id
      ) c) as counts`;
  return { now, live: new Map(Object.entries(counts ?? {}).map(([id, count]) => [Number(id), count])) };
}

export const byId = (orders: OrderRow[]): Map<string, OrderRow> => new Map(orders.map((order) => [order.id, order]));

/** The orders that payments or disputes are about. */
export const subjectsOf = (payments: { subjectId: string }[]): string[] => payments.map(({ subjectId }) => subjectId);

/** Whom a domain event about an order is for. */
export const toBuyer = ({ id, buyerName, buyerEmail }: OrderRow): OrderBuyer => ({
  orderId: id,
  buyerName,
  buyerEmail,
});

/** Orders by id, without a lock. */
export function findOrders(db: Queryable, ids: string[]): Promise<OrderRow[]> {
  return allRows(db, orderRow)`select ${columns} from orders where id = any(${ids}::uuid[])`;
}

/** A person's unpaid orders whose tickets are on hold right now, latest first. */
export function findHeldOrders(db: Queryable, userId: number): Promise<string[]> {
  return allValues(db, uuid)`
    select id from orders
    where user_id = ${userId} and (status = 'paying' or (status = 'awaiting_payment' and hold_expires_at > clock_now()))
    order by created_at desc, id desc`;
}

/** Locks orders in id order. */
export function lockOrders(tx: Tx, ids: string[]): Promise<OrderRow[]> {
  return allRows(tx, orderRow)`
    select ${columns} from orders where id = any(${ids}::uuid[]) order by id for update`;
}

/**
 * Moves orders whose status is in `from` to `to`; the others stay as they are. The database refuses changes that are
 * not in the table of legal ones.
 *
 * @returns ids of those that moved
 */
export async function moveOrders(tx: Tx, ids: string[], from: OrderStatus[], to: OrderStatus): Promise<string[]> {
  if (ids.length === 0) return [];
  return allValues(tx, uuid)`
    update orders set status = ${to}, paid_at = case when ${to} = 'paid' then clock_now() else paid_at end
    where id = any(${ids}::uuid[]) and status = any(${from}::text[]) returning id`;
}

/**
 * Extends the deadline of orders that are being paid, once per order. Their holds have no expiry of their own then:
 * they get this deadline when the buyer leaves the payment page.
 */
export async function extendHolds(tx: Tx, late: { subjectId: string; seconds: number }[]): Promise<void> {
  await sql`
    update orders set hold_expires_at = hold_expires_at + make_interval(secs => l.seconds), hold_grace_seconds = l.seconds
    from json_to_recordset(${JSON.stringify(late)}::json) as l("subjectId" uuid, seconds integer)
    where orders.id = l."subjectId" and orders.status = 'paying' and orders.hold_grace_seconds = 0`.execute(tx);
}

/**
 * Gives unpaid orders of someone who confirmed their email the whole time, and returns those that it changes. They are
 * locked, and so is their stock.
 */
export function extendConfirmed(tx: Tx, ids: string[]): Promise<RowFrom<typeof extended>[]> {
  return allRows(tx, extended)`
    update orders set hold_expires_at = confirm_until + make_interval(secs => hold_grace_seconds), confirm_until = null
    where id = any(${ids}::uuid[]) and confirm_until is not null
      and (status = 'paying' or (status = 'awaiting_payment' and hold_expires_at > clock_now()))
    returning id as "holderId", status, hold_expires_at as "expiresAt"`;
}

/** Keeps orders as they are although their email was confirmed: nothing more is to be gained by that. */
export function dropConfirmation(tx: Tx, ids: string[]): Promise<void> {
  return run(tx)`update orders set confirm_until = null where id = any(${ids}::uuid[])`;
}

/**
 * Changes an order's email and invalidates every link that was emailed before. The caller has locked the order. Staff have
 * the last word: a change by its buyer can't be stopped anymore, and the buyer can change it again.
 *
 * @param emailConfirmed whether the account that placed the order has confirmed the new address
 */
export async function changeEmail(tx: Tx, id: string, email: string, emailConfirmed: boolean): Promise<void> {
  await sql`
    update orders set buyer_email = ${email}, email_confirmed = ${emailConfirmed}, link_version = link_version + 1,
      former_email = null, email_changed_at = null, email_stopped_at = null, email_changes = 0
    where id = ${id}::uuid`.execute(tx);
}

/** Prices an unpaid order anew; `lineIds` in the order of its lines. The caller has locked the order. */
export function changePrices(
  tx: Tx,
  id: string,
  prices: Pick<
    OrderRow,
    "feeCents" | "discountCents" | "taxCents" | "shippingTaxCents" | "promoCode" | "totalCents"
  > & {
    lines: Pick<SoldLine, "feeCents" | "discountCents" | "taxCents">[];
  },
  lineIds: string[],
): Promise<void> {
  const lines = prices.lines.map(({ feeCents, discountCents, taxCents }, index) => {
    return { id: lineIds[index], feeCents, discountCents, taxCents };
  });
  return run(tx)`
    with lines as (
      update order_lines set fee_cents = l."feeCents", discount_cents = l."discountCents", tax_cents = l."taxCents"
      from json_to_recordset(${JSON.stringify(lines)}::json) as l(id uuid, "feeCents" integer, "discountCents" integer,
        "taxCents" integer)
      where order_lines.id = l.id
    )
    update orders set fee_cents = ${prices.feeCents}, discount_cents = ${prices.discountCents},
      tax_cents = ${prices.taxCents}, shipping_tax_cents = ${prices.shippingTaxCents},
      promo_code = ${prices.promoCode}, total_cents = ${prices.totalCents}
    where id = ${id}::uuid`;
}

const line = {
  id: uuid,
  orderId: uuid,
  kind: text,
  itemId: integer,
  eventId: orNull(integer),
  name: text,
  quantity: integer,
  unitCents: integer,
  feeCents: integer,
  totalCents: integer,
  discountCents: integer,
  taxCents: integer,
  piecesPerUnit: integer,
};

/** Lines of some orders, sorted. */
export function findLines(sellers: Sellers, db: Queryable, orderIds: string[]): Promise<SoldLine[]> {
  const details = purchasablesOf(sellers).flatMap(({ lineDetails }) => lineDetails ?? []);
  const joined = sql`left join (${sql.join(details, sql` union all `)}) d on d.order_line_id = l.id`;
  return allRows(db, line)`
    select l.id, l.order_id as "orderId", l.kind, l.item_id as "itemId", d.event_id as "eventId", l.name, l.quantity,
           l.unit_cents as "unitCents", l.fee_cents as "feeCents", l.total_cents as "totalCents",
           l.discount_cents as "discountCents", l.tax_cents as "taxCents", coalesce(d.pieces_per_unit, 1) as "piecesPerUnit"
    from order_lines l ${joined} where l.order_id = any(${orderIds}::uuid[]) order by l.order_id, l.position`;
}

/**
 * The condition on orders `o` that door staff search: by the beginnings of words in these names, by the order number or its last
 * four characters, as the printed door list has them, or by the buyer's whole address. A part of an address finds nothing, so that nobody can guess addresses letter by letter.
 *
 * @param names what else is searched besides the order number, as SQL text
 */
export function fitsDoorSearch(names: RawBuilder<unknown>, q: string): RawBuilder<unknown> {
  if (q.includes("@")) return sql`o.buyer_email = ${searchedAddressOf(q)}`;
  const number = orderNumberOf(q);
  if (number !== undefined) return sql`o.number = ${number}`;
  const numbers = sql`replace(o.number, '-', '') || ' ' || right(o.number, 4)`;
  return hasWords({ names: sql`${names} || ' ' || ${numbers}`, address: sql`''` }, q.replace(/[#…]/g, " "));
}

/**
 * Whether a confirmation `m` of the outbox is over: the events that its tickets were for have ended. One that lists
 * products never is.
 */
export const isConfirmationOver = sql`
    exists (select from ${ticketsTables.ticket_lines} k where k.order_id = (m.topic ->> 'orderId')::uuid)
    and ${noEventAhead(sql`select k.event_id from ${ticketsTables.tickets} k where k.order_id = (m.topic ->> 'orderId')::uuid and k.status = 'valid'`)}
    and not exists (select from order_lines l where l.order_id = (m.topic ->> 'orderId')::uuid and l.kind <> 'ticket')`;
