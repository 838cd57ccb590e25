import type { Order } from "#contract/orders/orders.ts";
import { findEventInfo, type EventInfo } from "#server/modules/events/index.ts";
import { orderLinkKey, readOrders } from "#server/modules/orders/index.ts";
import { listMyTickets } from "#server/modules/tickets/index.ts";
import type { OpenCounter } from "#server/platform/counters.ts";
import type { Deps } from "#server/platform/deps.ts";
import { networkOf, spendPoint } from "#server/platform/http/limits.ts";
import { whenOf } from "./layout.ts";
import * as store from "./store.ts";
import { composeMail, stripOf, type Mail, type MailKit } from "./templates.ts";

/** Requests that one network can make in an hour, for any addresses. */
export const requestsPerNetwork = 20;

/** Counts requests by network; `enabled: false` counts nothing (benchmarks). */
export function createFindLimit(enabled: boolean, openCounter: OpenCounter): (address: string) => Promise<void> {
  if (!enabled) return async () => undefined;
  const limiter = openCounter({ name: "find-tickets", points: requestsPerNetwork, duration: 3600 });
  return (address) => spendPoint(limiter, networkOf(address));
}

/**
 * Asks for the email with the links to the tickets that were bought with an address. The same row is written for every
 * address, so neither the reply nor its timing says whether there are any: that is found out when the email is written.
 * Safe to repeat: an address gets three in an hour at most.
 */
export async function requestTicketLinks(deps: Deps, email: string): Promise<void> {
  await store.insertTicketLinks(deps.db, email);
}

/** An order with tickets for an event to come, and the link that opens it without signing in. */
interface FoundTickets {
  order: Pick<Order, "number">;
  event: EventInfo;
  link: string;
}

/**
 * The email with a link to each order that has valid tickets for upcoming events, the next event first.
 *
 * @returns undefined when the address has none
 */
export async function ticketLinks(deps: Deps, kit: MailKit, email: string): Promise<Mail | undefined> {
  const tickets = (await listMyTickets(deps, { id: 0, email })).filter(({ status }) => status === "valid");
  const events = await findEventInfo(deps.db, [...new Set(tickets.map(({ event }) => event.id))]);
  const ahead = tickets.filter(({ event: { id } }) => {
    const event = events.get(id);
    return event !== undefined && !event.isOver && event.status !== "canceled";
  });
  const firstOfOrder = new Map(ahead.toReversed().map((ticket) => [ticket.orderId, ticket]));
  const orders = await readOrders(deps, deps.db, [...firstOfOrder.keys()]);
  const found = ahead.flatMap((ticket): FoundTickets[] => {
    const row = orders.get(ticket.orderId);
    if (firstOfOrder.get(ticket.orderId) !== ticket || row === undefined) return [];
    const { order, linkVersion } = row;
    const key = orderLinkKey({ id: order.id, linkVersion }, deps.keys["order-links"]);
    const link = `${kit.baseUrl}/payment-success?order=${order.id}&key=${key}`;
    return [{ order, event: events.get(ticket.event.id)!, link }];
  });
  return found.length === 0 ? undefined : writeTicketLinks(kit, found);
}

/** Writes the email with the links. @param found at least one */
export function writeTicketLinks(kit: MailKit, found: FoundTickets[]): Mail {
  const [next, ...others] = found as [FoundTickets, ...FoundTickets[]];
  const { event } = next;
  return composeMail(kit, {
    kind: "ticket_links",
    values: { event: event.title },
    title: "Your tickets.",
    event: stripOf(event, kit.baseUrl),
    lines: [`${event.title}, ${whenOf(event)}. Order ${next.order.number}.`],
    link: next.link,
    links: others.map(({ order, event: { title }, event: other, link }) => ({
      label: `${title}, ${whenOf(other)}. Order ${order.number}`,
      link,
    })),
    after: [
      "These links open your tickets without signing in, so don't forward this email.",
      "If you didn't ask for it, you can ignore it.",
    ],
    reason: "You're receiving this email because someone entered this address to find its tickets.",
  });
}
