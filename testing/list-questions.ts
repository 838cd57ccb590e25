import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";

/** The rows that the requests refer to. */
export interface Subjects {
  hotEvent: number;
  event: number;
  orderId: string;
  orderNumber: string;
  buyerId: number;
}

/** Who sends the request. */
export type Asker = "anybody" | "buyer" | "admin";

/** Requests as people send them, by who sends them; lists are requested at their first page and at deep ones. */
export const questions = (of: Subjects): { asker: Asker; path: string }[] => [
  ...[
    "/api/events",
    "/api/events?when=past",
    "/api/events?q=velvet",
    "/api/events?q=velvet riddim brooklyn",
    "/api/events?q=a",
    "/api/events?q=zzzz",
    "/api/events?city=Brooklyn",
    "/api/events?city=Nassau&when=past",
    "/api/events?category=soca",
    "/api/events?category=parang&city=Castries",
    `/api/events/${of.event}`,
    `/api/events/${of.hotEvent}`,
    "/api/search?q=hibiscus",
    "/api/search?q=casa pena miami",
  ].map((path) => ({ asker: "anybody" as const, path })),
  { asker: "buyer", path: "/api/my-tickets" },
  { asker: "buyer", path: `/api/orders/${of.orderId}` },
  ...[
    "figures",
    "events",
    "events?sort=title",
    "events?sort=-sold",
    "events?sort=-updatedAt",
    "events?q=carnival",
    "events?status=draft",
    "box-office/events",
    "box-office/events?q=carnival",
    `box-office/events/${of.hotEvent}`,
    `box-office/events/${of.event}`,
    `tickets?eventId=${of.hotEvent}`,
    `tickets?eventId=${of.hotEvent}&status=expected&sort=-name`,
    `tickets?eventId=${of.hotEvent}&q=baptiste`,
    "tickets?sort=-issuedAt",
    "tickets?q=marlon baptiste",
    "tickets?q=nobody",
    `tickets?personId=${of.buyerId}`,
    `orders?eventId=${of.hotEvent}`,
    `orders?eventId=${of.hotEvent}&sort=buyer`,
    "orders",
    "orders?status=refunded",
    "orders?status=awaiting_payment",
    "orders?q=marlon baptiste",
    "orders?q=marlon",
    "orders?q=m",
    "orders?q=nobody",
    `orders?q=${of.orderNumber}`,
    `orders?personId=${of.buyerId}`,
    "emails",
    "emails?status=failed",
    "emails?kind=money_returned",
    "emails?q=baptiste",
    "emails?q=nobody",
    `emails?q=${of.orderNumber}`,
    "emails?sort=to",
    "users",
    "users?role=everyone&sort=name",
    "users?role=moderator",
    "users?status=suspended",
    "users?q=zoe pena",
    "users?q=jose.",
    "users?q=nobody",
    `users?q=${of.orderNumber}&role=everyone`,
    "customers",
    "customers?kind=account",
    "customers?kind=guest&sort=lastOrderAt",
    "customers?q=marlon baptiste",
    "customers?q=nobody",
    `customers?q=${of.orderNumber}`,
    `customers/${of.orderId}`,
    `orders?customerOf=${of.orderId}`,
    "search?q=marlon baptiste",
    `search?q=${of.orderNumber}`,
    "comps",
    "comps?q=plays",
    "comps?status=given",
    "audit",
    "audit?kind=person",
    "errors",
    "errors?status=resolved",
    "promo-codes",
    "promo-codes?sort=code",
    "promo-codes?sort=-used",
    "promoters?sort=name",
    "promoters",
    "pictures",
    "analytics/overview",
  ].map((path) => ({ asker: "admin" as const, path: `/api/admin/${path}` })),
];

/** Rows of a database that was filled at scale: the event with the most tickets, and an order for another one. */
export async function findSubjects(db: Database): Promise<Subjects> {
  const { rows } = await sql<Subjects>`
    with hot as (
      select event_id as id from (select event_id, count(*) as n from tickets group by event_id) t order by n desc limit 1),
    bought as (
      select o.id, o.number, o.user_id from orders o join ticket_lines l on l.order_id = o.id
      where o.paid_at is not null and o.total_cents > 0 and l.event_id <> (select id from hot)
      order by o.created_at desc offset 1000 limit 1)
    select (select id from hot) as "hotEvent",
      (select event_id from ticket_lines where order_id = bought.id limit 1) as event, bought.id as "orderId",
      bought.number as "orderNumber", bought.user_id as "buyerId"
    from bought`.execute(db);
  return rows[0]!;
}
