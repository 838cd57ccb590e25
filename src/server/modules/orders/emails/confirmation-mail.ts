import type { Pickup } from "#contract/fulfillment/fulfillment.ts";
import type { Order } from "#contract/orders/orders.ts";
import type { OrderTicket } from "#contract/tickets.ts";
import type { EventInfo } from "#server/modules/events/index.ts";
import { formatMoney, formatDateTime } from "#server/platform/format.ts";
import { type Html, html } from "#server/platform/html.ts";
import { addressLines, thingsOf } from "#contract/orders/texts.ts";
import {
  composeMail,
  defineText,
  greet,
  label,
  nameInMail,
  paragraph,
  section,
  streetInMail,
  stripOf,
  stub,
  sumTable,
  whenOf,
  type Mail,
  type MailAttachment,
  type MailKit,
} from "#server/modules/email/index.ts";

export const confirmationText = defineText({
  kind: "order_confirmation",
  name: "Order confirmed",
  about: "To the buyer of a paid or free order, with tickets and QR codes",
  group: "orders",
  place: 10,
  text: ["{{headline}}", "", "View your {{things}}"],
  variables: ["name", "headline", "things", "event", "date", "venue", "city", "order"],
});

/** Codes that one email shows. An order with more has the others in its PDF and on its page, so that the email stays small. */
const maxCodes = 40;

interface Confirmed {
  order: Order;
  events: Map<number, EventInfo>;
  /** Opens the order without signing in. */
  link: string;
  receiptLink: string;
  isComp?: boolean;
  pickup?: Pickup | null;
  attachments?: MailAttachment[];
}

/** The tickets of an order that open a door: valid, not on hold, of an event that is on. */
export const openTickets = ({ tickets }: Order, events: Map<number, EventInfo>): OrderTicket[] =>
  tickets.filter(
    ({ status, isFrozen, eventId }) => status === "valid" && !isFrozen && events.get(eventId)?.status !== "canceled",
  );

/**
 * The one email of a paid order: each valid ticket with its QR code, and the link that opens the order without signing
 * in. The guest of a comp reads that they are on the guest list instead of what they paid.
 */
export function orderConfirmation(kit: MailKit, confirmed: Confirmed): Mail {
  const { order, events, link, receiptLink, isComp = false, pickup = null, attachments = [] } = confirmed;
  const validTickets = order.tickets.filter((ticket) => ticket.status === "valid");
  const eventOf = (eventId: number) => events.get(eventId)!;
  const tickets = openTickets(order, events);
  const off = validTickets.filter(({ eventId }) => eventOf(eventId).status === "canceled");
  const held = validTickets.length - tickets.length - off.length;
  const pickupCode = pickup?.code ?? null;
  const shown = tickets.slice(0, maxCodes);
  const codes = [
    ...shown.map((ticket) => ({ cid: `ticket-${ticket.id}`, code: ticket.code })),
    ...(pickupCode === null ? [] : [{ cid: "pickup", code: pickupCode }]),
  ];
  const count = tickets.length;
  const hasItems = thingsOf(order) === "items";
  const ships = shipsTo(order);
  const firstId = tickets[0]?.eventId ?? order.lines.find(({ eventId }) => eventId !== undefined)?.eventId;
  const first = firstId === undefined ? undefined : eventOf(firstId);
  // An order that is for no event is about what was bought.
  const headline = first?.title ?? whatOf(order);
  // Refunded before the email was sent: then it is about the order only.
  const what = count === 0 ? `order ${order.number}` : hasItems ? "order" : count === 1 ? "ticket" : `${count} tickets`;
  const onHold = held === 1 ? "Your ticket is on hold" : "Your tickets are on hold";
  const greeting = count > 0 ? "You're in" : held > 0 ? onHold : "Thank you";
  const warnings = [
    ...[...new Set(off.map(({ eventId }) => eventOf(eventId).title))].map(
      (title) => `${title} was canceled, so tickets for it are no longer valid.`,
    ),
    ...(held === 0 ? [] : [onHoldLabel(held, count)]),
    ...pickupWarnings(pickup),
  ];
  const [when, where] = first === undefined ? [] : [whenOf(first), `${first.venue.name}, ${first.venue.city}`];
  const number = `Order ${order.number}`;
  const more = count - shown.length;
  const moreLine = `${more} more ${more === 1 ? "ticket is" : "tickets are"} in the attached PDF and on your order page.`;
  const mail = composeMail(kit, {
    text: confirmationText,
    values: {
      name: nameInMail(order.buyer.name),
      headline: first === undefined ? `Your order: ${headline}` : `Your ${what} for ${headline}`,
      things: count === 0 || hasItems ? "order" : "tickets",
      event: first?.title ?? "",
      date: when ?? "",
      venue: first?.venue.name ?? "",
      city: first?.venue.city ?? "",
      order: order.number,
    },
    title: greet(greeting, order.buyer.name),
    event: first && stripOf(first, kit.baseUrl),
    lines: [...warnings, ...[headline, when, where].filter((line) => line !== undefined)],
    // With an event, the strip says what, when and where.
    shownLines: html`${warnings.map((line) => paragraph(line))} ${first === undefined && paragraph(html`<strong>${headline}</strong>`)}`,
    link,
    linkName: count === 0 || hasItems ? "Your order" : "Your tickets",
    blocks: html`${shown.map((ticket, index) =>
      ticketBlock(ticket, {
        number: index + 1,
        count,
        cid: codes[index]!.cid,
        // The first ticket's event is on top.
        event: ticket.eventId === firstId ? undefined : eventOf(ticket.eventId).title,
      }),
    )}
    ${more > 0 && paragraph(moreLine)} ${pickup !== null && pickupCode !== null && pickupBlock(pickup, pickupCode)}
    ${ships.length > 0 && shipsBlock(ships)} ${!isComp && section(html`${label("Receipt")} ${sumTable(sumsOf(order))}`)}`,
    blocksText: [
      ...tickets.map((ticket, index) => `Ticket ${index + 1} of ${count}, ${ticket.typeName}: ${ticket.code}`),
      ...(tickets.some(({ isStreamPass }) => isStreamPass) ? ["", streamPassText(tickets)] : []),
      "",
      ...(pickup === null || pickupCode === null ? [] : [`${pickupLine(pickup)} ${pickupCode}`, ""]),
      ...(ships.length === 0 ? [] : ["Ships to:", ...ships, ""]),
      ...(isComp ? [] : sumsText(order)),
    ],
    small: isComp
      ? `You're on the guest list, so there's nothing to pay. ${number}. ${showCodes}`
      : `${number}. Prices include all fees.${hasTickets(order) ? ` ${showCodes}` : ""}`,
    links: !isComp && order.totalCents > 0 ? [{ label: "Your receipt (PDF)", link: receiptLink }] : [],
    codes,
    attachments,
    briefLines: [...(first === undefined ? [] : [`${when}, ${where}`]), ...warnings, number],
  });
  return { ...mail, brief: { ...mail.brief, event: headline } };
}

const showCodes = "Show each code at the door. Each one is good for one entry.";

/** What the passes among some tickets are for. */
function streamPassText(tickets: OrderTicket[]): string {
  const names = new Set(tickets.flatMap(({ isStreamPass, typeName }) => (isStreamPass ? [typeName] : [])));
  return `${[...names].join(", ")}: for the live stream. It doesn't admit anyone at the door.`;
}

function ticketBlock(
  ticket: OrderTicket,
  about: { number: number; count: number; cid: string; event: string | undefined },
): Html {
  return stub({
    kicker: `Ticket ${about.number} of ${about.count}`,
    title: ticket.typeName,
    lines: [
      ...(about.event === undefined ? [] : [about.event]),
      ...[nameInMail(ticket.holderName)].filter(Boolean),
      ...(ticket.isStreamPass ? [streamPassText([ticket])] : []),
    ],
    cid: about.cid,
    code: ticket.code,
    alt: `QR code for ticket ${about.number}`,
  });
}

const pickupLine = ({ event }: Pickup) =>
  `Pick up your items at ${event.title}, ${event.venueName}, ${formatDateTime(event.startsAt, event.timeZone)}. Show this code:`;

/** The code that picks up an order's products, as tickets show theirs. */
const pickupBlock = (pickup: Pickup, code: string): Html =>
  stub({
    kicker: "Pickup code",
    title: "Your items",
    lines: [pickupLine(pickup)],
    cid: "pickup",
    code,
    alt: "QR code for your pickup",
  });

/** Why there is no code for a pickup. One that was handed over or refunded needs no words. */
function pickupWarnings(pickup: Pickup | null): string[] {
  if (pickup === null || pickup.code !== null) return [];
  const { title, status } = pickup.event;
  if (pickup.isOnHold) return [`Your items for pickup at ${title} are on hold until your bank decides.`];
  if (status !== "canceled") return [];
  return [`${title} was canceled, so your items can't be picked up there. We'll contact you.`];
}

/** The lines of the address that an order is shipped to, without what could be a message to a stranger. */
function shipsTo({ delivery }: Order): string[] {
  const address = delivery?.address;
  if (!address) return [];
  const street = streetInMail([address.line1, address.line2].filter(Boolean).join(" "));
  return addressLines({
    ...address,
    name: nameInMail(address.name),
    line1: street,
    line2: null,
    city: nameInMail(address.city),
  });
}

const shipsBlock = (lines: string[]): Html =>
  section(paragraph(html`<strong>Ships to</strong>${lines.map((line) => html`<br />${line}`)}`));

/** "2 × Hoodie, 1 × Poster" */
const whatOf = ({ lines }: Order) => lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ");

/** Why some or all tickets of an order are not in its email, and what its buyer can do. */
function onHoldLabel(held: number, open: number): string {
  const which = open > 0 ? `${held} more ${held === 1 ? "ticket is" : "tickets are"} on hold: your` : "Your";
  return `${which} bank is disputing the payment for ${held === 1 ? "it" : "them"}. Until the bank decides, ${held === 1 ? "it" : "they"} can't be used for entry. To keep ${held === 1 ? "it" : "them"}, tell your bank you authorized the payment.`;
}

const hasTickets = ({ lines }: Order) => lines.some(({ kind }) => kind === "ticket");

/** What the total has besides the lines: each label with its amount. */
function changesOf({ discountCents, promoCode, shippingCents, taxCents, delivery, currency }: Order) {
  const changes: [name: string, amount: string][] = [];
  const money = (cents: number) => formatMoney(cents, currency);
  if (discountCents > 0)
    changes.push([promoCode === null ? "Discount" : `Code ${promoCode}`, `−${money(discountCents)}`]);
  if (shippingCents > 0) changes.push(["Shipping", money(shippingCents)]);
  else if (delivery?.method === "ship") changes.push(["Shipping", "Free"]);
  if (taxCents > 0) changes.push(["Tax", money(taxCents)]);
  return changes;
}

/** What was bought, what changed its price, and the total. */
function sumsOf(order: Order): [name: string, amount: string][] {
  const money = (cents: number) => formatMoney(cents, order.currency);
  return [
    ...order.lines.map((line): [string, string] => [`${line.quantity} × ${line.name}`, money(line.totalCents)]),
    ...changesOf(order),
    ["Total", money(order.totalCents)],
  ];
}

function sumsText(order: Order): string[] {
  const money = (cents: number) => formatMoney(cents, order.currency);
  return [
    ...order.lines.map((line) => `${line.quantity} x ${line.name}: ${money(line.totalCents)}`),
    ...changesOf(order).map(([name, amount]) => `${name}: ${amount}`),
    `Total: ${money(order.totalCents)} (order ${order.number}, all fees included)`,
    "",
  ];
}
