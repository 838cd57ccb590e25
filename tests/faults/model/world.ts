import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createTestDatabase } from "#testing/database.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { createSite, draft, type Client, type Site, type SiteOptions } from "#testing/site.ts";
import type { Delivery } from "#server/modules/payments/sandbox/books.ts";
import { createCode } from "#tests/promotions/kit.ts";
import { newModel, type Model } from "./model.ts";

type Send = () => Promise<boolean>;

/** The site's counterpart of an order of the model. */
export interface RealOrder {
  id: string;
  /** URL of the provider page that was opened last. */
  page: string | undefined;
  dispute: string | undefined;
  tickets: { id: number; code: string }[] | undefined;
}

/** An event on a real site, with its model. */
export interface World {
  site: Site;
  model: Model;
  buyer: Client;
  admin: Client;
  door: Client;
  eventId: number;
  typeIds: number[];
  promoCode: string;
  orders: RealOrder[];
  comps: string[];
  /** The provider's webhook events in order, with their subjects. Only the commands deliver them. */
  webhookEvents: { ref: string; send: Send }[];
  scanIds: string[];
}

export const prices = [2500, 4000, 10_000];
const capacities = [12, 6, 3];
const codeRedemptions = 4;

/** Later than any clock of these tests ever gets. */
const farOff = new Date(Date.now() + 4000 * 86_400_000);

export type TradingFloor = Awaited<ReturnType<typeof openFloor>>;

/** A site whose clock stands still until it is moved, and whose provider's webhook events wait to be delivered. */
export async function openFloor(options: Pick<SiteOptions, "rewriteSql"> = {}) {
  const database = await createTestDatabase();
  await installMovingClock(database, { isFrozen: true });
  let post: (ref: string, send: Send) => void = () => undefined;
  const site = await createSite({
    ...options,
    database,
    courier: async (send: Send, { ref }: Delivery) => {
      post(ref, send);
      return true;
    },
  });
  return {
    site,
    /** Another event with nothing sold, and its model. */
    async openEvent(scale = 1): Promise<World> {
      const eventId = await site.create.event({
        startsAt: farOff,
        endsAt: new Date(farOff.getTime() + 36_000_000),
      });
      const sizes = capacities.map((capacity) => capacity * scale);
      const typeIds = [];
      for (const [index, capacity] of sizes.entries()) {
        typeIds.push(await site.create.ticketType({ eventId, capacity, priceCents: prices[index]!, feeCents: 0 }));
      }
      const admin = await site.as("admin");
      const promoCode = `TWENTY${eventId}`;
      const discount = { kind: "percent", percent: 20 };
      await createCode(admin, { code: promoCode, discount, eventId, totalLimit: codeRedemptions * scale });
      const world: World = {
        site,
        admin,
        door: await site.as("moderator"),
        buyer: await site.as("user"),
        model: newModel(sizes, [...prices], codeRedemptions * scale),
        eventId,
        typeIds,
        promoCode,
        orders: [],
        comps: [],
        webhookEvents: [],
        scanIds: [],
      };
      post = (ref, send) => world.webhookEvents.push({ ref, send });
      return world;
    },
    async close() {
      await site.close();
      await database.drop();
    },
  };
}

export async function passTime(world: World, seconds: number): Promise<void> {
  const { site, model } = world;
  await moveClock(site.database, seconds);
  model.now += seconds;
  await signInAgain(world);
}

/** Renews everyone's session. */
export async function signInAgain({ site }: World): Promise<void> {
  await sql`update sessions set created_at = clock_now(), expires_at = clock_now() + interval '1 day',
    confirmed_at = case when confirmed_at is not null then clock_now() end`.execute(site.db);
}

/** Orders through the API. @returns `ok` or an error code */
export async function placeOrder(world: World, type: number, quantity: number, withCode: boolean): Promise<string> {
  const lines = [{ ticketTypeId: world.typeIds[type]!, quantity }];
  const more = withCode ? { promoCode: world.promoCode } : {};
  const { status, body } = await world.buyer.post("/api/orders", draft(lines, more));
  if (status !== 201) return body.code!;
  world.orders.push({ id: body.id, page: undefined, dispute: undefined, tickets: undefined });
  return "ok";
}

/** The tickets of a paid order as they were when first read. */
export async function ticketsOf({ buyer }: World, order: RealOrder) {
  order.tickets ??= (await buyer.get(`/api/orders/${order.id}`)).body.tickets as { id: number; code: string }[];
  return order.tickets;
}

/** Scans a ticket of a paid order. */
export async function showTicket(world: World, order: RealOrder, ticket: number, scanNumber: number): Promise<string> {
  const tickets = await ticketsOf(world, order);
  const scanId = (world.scanIds[scanNumber] ??= randomUUID());
  const scan = { code: tickets[ticket]!.code, eventId: world.eventId, deviceId: "model-door", scanId };
  return (await world.door.post("/api/scans", scan)).body.verdict;
}

export const sessionOf = (order: RealOrder) => order.page!.split("/").at(-1)!;

/** The site's rows in the model's terms. */
export async function readRows({ site, orders, typeIds, promoCode }: World) {
  const stocks = await sql<{ capacity: number; held: number; sold: number }>`
    select t.id, s.capacity, s.held, s.sold from ticket_types t join stock s on s.id = t.stock_id
      where t.id = any(${typeIds}::bigint[])
    union all select 'infinity'::float8, s.capacity, s.held, s.sold from promo_codes c join stock s on s.id = c.stock_id
      where c.code = ${promoCode} order by 1`.execute(site.db);
  const rows = await sql<{ id: string; status: string; total: number; tickets: number; due: number; done: number }>`
    select o.id, case o.status when 'awaiting_payment' then 'waiting' when 'expired' then 'over'
        when 'canceled' then 'over' else o.status end as status, o.total_cents as total,
      (select count(*)::integer from tickets t where t.order_id = o.id and t.status = 'valid') as tickets,
      b.due, b.done
    from orders o cross join lateral (
      select coalesce(sum(r.amount_cents) filter (where r.status = 'pending'), 0)::integer as due,
        coalesce(sum(r.amount_cents) filter (where r.status = 'done'), 0)::integer as done
      from refunds r join payments p on p.id = r.payment_id where p.subject_id = o.id) b
    where o.id = any(${orders.map(({ id }) => id)}::uuid[])`.execute(site.db);
  const byId = new Map(rows.rows.map((row) => [row.id, row]));
  return {
    stocks: stocks.rows.map(({ capacity, held, sold }) => ({ capacity, held, sold })),
    orders: orders.map(({ id }) => byId.get(id)!),
  };
}
