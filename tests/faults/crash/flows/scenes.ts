import { sql } from "kysely";
import { moveClock } from "#testing/moving-clock.ts";
import { completePage, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";

type TicketTypeDraft = NonNullable<Parameters<Site["create"]["ticketType"]>[0]>;

interface OrderWish {
  quantity: number;
  /** The type's capacity; the ordered quantity by default. */
  capacity?: number;
  type?: Partial<TicketTypeDraft>;
  /** Opens the provider's page. */
  page?: boolean;
  /** What the buyer does on it. */
  outcome?: string;
}

/** An order for tickets of its own event, as far along as a scene needs it. */
export async function setUpOrder(site: Site, { quantity, capacity = quantity, type, page, outcome }: OrderWish) {
  const buyer = await site.as("user");
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, capacity, ...type });
  const placed = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity }]));
  const orderId: string = placed.body.id;
  const scene = { token: buyer.token!, eventId, ticketTypeId, orderId };
  if (page !== true && outcome === undefined) return { ...scene, pagePath: "" };
  const pagePath = await openPage(buyer, orderId);
  if (outcome !== undefined) await completePage(buyer, `http://site${pagePath}`, outcome);
  return { ...scene, pagePath };
}

/** Opens the provider's page for an order. */
export async function openPage(buyer: Pick<Client, "post">, orderId: string): Promise<string> {
  const payment = await buyer.post(`/api/orders/${orderId}/payment`);
  return new URL(paymentPageOf(payment)).pathname;
}

/** The provider takes the money and sends no webhook event. */
export async function captureSilently({ db }: Site, pagePath: string): Promise<void> {
  await sql`update sandbox.sessions set status = 'approved', approved_at = clock_now() where ref = ${refOf(pagePath)}`.execute(
    db,
  );
}

export const refOf = (pagePath: string) => pagePath.split("/").at(-1)!;

/** An order that expired while its payment was processing; the money has arrived by now. */
export async function payTooLate(site: Site, { isSoldOut }: { isSoldOut: boolean }) {
  const scene = await setUpOrder(site, { quantity: 1, outcome: "approve_late" });
  await moveClock(site.database, 700);
  await site.app.runJob("payments");
  const other = await site.as("user");
  if (isSoldOut) await site.buy(other, [{ ticketTypeId: scene.ticketTypeId, quantity: 1 }]);
  return scene;
}

interface Outcome {
  status: string;
  tickets: number;
  /** Sold units of the type, whoever bought them. */
  sold: number;
  /** Cents that the provider refunded. */
  returned?: number;
}

/** Returns how an order, its tickets, its stock and its money differ from what is expected. */
export async function compareOrder({ db }: Site, { ticketTypeId }: { ticketTypeId: number }, outcome: Outcome) {
  const { rows } = await sql<Outcome>`
    select (select string_agg(o.status, ',') from (
              select distinct o.status, o.created_at from orders o join order_lines l on l.order_id = o.id
              where l.item_id = t.id and not exists (select from comps c where c.order_id = o.id)
              order by o.created_at limit 1) o) as status,
      (select count(*)::integer from tickets k where k.ticket_type_id = t.id and k.status = 'valid') as tickets,
      s.sold, (select coalesce(sum(amount_cents), 0)::integer from sandbox.refunds) as returned
    from ticket_types t join stock s on s.id = t.stock_id where t.id = ${ticketTypeId}`.execute(db);
  return difference("the order", rows[0], { returned: 0, ...outcome });
}

/** Returns how a row differs from the expected one. */
export function difference(what: string, found: object | undefined, expected: object): string[] {
  const [is, must] = [found, expected].map((row) => JSON.stringify(row, Object.keys(expected).sort()));
  return is === must ? [] : [`${what}: is ${is}, must be ${must}`];
}

/** Counts rows by a condition in SQL. */
export async function countRows({ db }: Site, from: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.raw(from)}`.execute(db);
  return rows[0]!.count;
}
