import type { Order } from "#contract/orders/orders.ts";
import { findEventInfo, type EventInfo } from "#server/modules/events/index.ts";
import { listMyTickets } from "#server/modules/tickets/index.ts";
import type { OpenCounter } from "#server/platform/counters.ts";
import type { Deps } from "#server/platform/deps.ts";
import { spendOrProve } from "#server/platform/http/limits.ts";
import type { Prover } from "#server/platform/proof/index.ts";
import {
  composeMail,
  defineEmail,
  defineText,
  insertOncePer,
  stripOf,
  whenOf,
  type Mail,
  type MailKit,
} from "#server/modules/email/index.ts";
import { z } from "zod";
import { orderLinkKey, readOrders } from "../read.ts";
import { exampleOrder, exampleOrderLink } from "./examples.ts";

const linksText = defineText({
  kind: "ticket_links",
  name: "Find my tickets",
  about: "To an address that someone entered to find its tickets, if it has any",
  group: "orders",
  place: 80,
  text: ["Your tickets", "You (or someone using this email) asked for the links to your tickets.", "View {{event}}"],
  variables: ["event"],
});

/** An address gets three of these emails an hour: one in so many seconds by the database's clock. */
const secondsBetween = 1200;

/** Requests that one network can make in an hour without proofs, for any addresses. */
export const requestsPerNetwork = 20;

/** Counts requests by network, then asks for proofs; `enabled: false` counts nothing (benchmarks). */
export function createFindLimit(
  enabled: boolean,
  openCounter: OpenCounter,
): (address: string, prover: Prover) => Promise<void> {
  if (!enabled) return async () => undefined;
  const limiter = openCounter({ name: "find-tickets", points: requestsPerNetwork, duration: 3600 });
  return (address, prover) => spendOrProve(limiter, address, prover, { purpose: "email", subject: "find tickets" });
}

/**
 * Asks for the email with the links to the tickets that were bought with an address. The same row is written for every
 * address, so neither the reply nor its timing says whether there are any: that is found out when the email is written.
 * Safe to repeat: an address gets three in an hour at most.
 */
export async function requestTicketLinks(deps: Deps, email: string): Promise<void> {
  const row = linksEmail.toRow({ key: email, toAddress: email, toName: "", topic: {} });
  await insertOncePer(deps.db, secondsBetween, row);
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
async function ticketLinks(deps: Deps, kit: MailKit, email: string): Promise<Mail | undefined> {
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
function writeTicketLinks(kit: MailKit, found: FoundTickets[]): Mail {
  const [next, ...others] = found as [FoundTickets, ...FoundTickets[]];
  const { event } = next;
  return composeMail(kit, {
    text: linksText,
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

const linksEmail = defineEmail({
  kind: "ticket_links",
  priority: 0,
  topic: z.object({}),
  // Nobody has to know which address someone tried.
  leavesNoTrace: true,
  texts: [
    {
      text: linksText,
      example: (kit, example) =>
        writeTicketLinks(kit, [{ order: exampleOrder(example), event: example.event, link: exampleOrderLink(kit) }]),
      latest: true,
    },
  ],
  render: (deps, kit, { toAddress }) => ticketLinks(deps, kit, toAddress),
});

/** The emails about finding tickets. */
export const findTicketsEmails = [linksEmail];
