import { sql } from "kysely";
import type { Site } from "#testing/site.ts";

export const brandZone = "America/New_York";

/** Cents by the account that they belong to. */
export interface Movement {
  at: Date;
  orderId: string;
  cause: "sale" | "refund" | "lost";
  total: number;
  revenue: number;
  tax: number;
  /** The revenue that is for an event's tickets, and the revenue of products. */
  here: number;
  there: number;
  cap: number;
  /** What tickets cost without fees: a promoter earns a part of it. */
  price: number;
}

/** Every movement of money, from the orders, their refunds and the disputes: not from the ledger. */
export async function readMovementsOf({ db }: Site, ids: { here: number; there: number }): Promise<Movement[]> {
  const { rows: parts } = await sql<Movement & { eventId: number | null }>`
    select o.id as "orderId", o.paid_at as at, 'sale' as cause, l.total_cents - l.discount_cents as revenue, l.tax_cents as tax,
      t.event_id as "eventId", case when t.event_id is null then 0 else l.total_cents - l.discount_cents - l.fee_cents end as price
    from orders o join order_lines l on l.order_id = o.id left join ticket_lines t on t.order_line_id = l.id
    where o.paid_at is not null
    union all
    select r.order_id, r.created_at, 'refund', i.tax_cents - i.amount_cents, -i.tax_cents, t.event_id,
      case when t.event_id is null then 0 else i.tax_cents + i.fee_cents - i.amount_cents end
    from order_refunds r join order_refund_items i on i.order_refund_id = r.id and i.order_line_id is not null
    left join ticket_lines t on t.order_line_id = i.order_line_id
    union all
    select o.id, d.closed_at, 'lost', l.discount_cents - l.total_cents, -l.tax_cents, t.event_id,
      case when t.event_id is null then 0 else l.discount_cents + l.fee_cents - l.total_cents end
    from disputes d join payments p on p.id = d.payment_id join orders o on o.id = p.subject_id
    join order_lines l on l.order_id = o.id left join ticket_lines t on t.order_line_id = l.id where d.status = 'lost'`.execute(
    db,
  );
  const { rows: wholes } = await sql<Movement>`
    select id as "orderId", paid_at as at, 'sale' as cause, total_cents as total, shipping_tax_cents as tax from orders
    where paid_at is not null
    union all select order_id, created_at, 'refund', -amount_cents,
      -coalesce((select sum(tax_cents) from order_refund_items i where i.order_refund_id = r.id and order_line_id is null), 0)::integer
    from order_refunds r
    union all
    select p.subject_id, d.closed_at, 'lost', -d.amount_cents,
      -(select shipping_tax_cents from orders where id = p.subject_id)
    from disputes d join payments p on p.id = d.payment_id where d.status = 'lost'`.execute(db);
  const none = { total: 0, revenue: 0, tax: 0, here: 0, there: 0, cap: 0, price: 0 };
  return [
    ...wholes.map((whole) => ({ ...none, ...whole })),
    ...parts.map(({ eventId, ...part }) => {
      const place = eventId === ids.here ? "here" : eventId === ids.there ? "there" : "cap";
      return { ...none, ...part, [place]: part.revenue };
    }),
  ];
}

type Cents = "total" | "revenue" | "tax" | "here" | "there" | "cap" | "price";
export const add = (movements: Movement[], name: Cents) => movements.reduce((sum, movement) => sum + movement[name], 0);
export const causedBy = (movements: Movement[], cause: Movement["cause"]) =>
  movements.filter((movement) => movement.cause === cause);
export const dayIn = (zone: string, instant: Date) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(instant);

/** The days on which a sum isn't zero, with it. */
export function byDay(movements: Movement[], name: Cents, zone: string = brandZone): [string, number][] {
  const days = Map.groupBy(movements, (movement) => dayIn(zone, movement.at));
  const sums = [...days].map(([day, of]): [string, number] => [day, add(of, name)]);
  return sums.filter(([, cents]) => cents !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
