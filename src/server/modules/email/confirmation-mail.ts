import type { Pickup } from "#contract/fulfillment.ts";
import type { Order } from "#contract/orders.ts";
import type { OrderTicket } from "#contract/tickets.ts";
import type { EventInfo } from "#server/modules/events/index.ts";
import { formatMoney, formatDateTime } from "#server/platform/format.ts";
import { type Html, html } from "#server/platform/html.ts";
import { addressLines, thingsOf } from "#contract/order-texts.ts";
import { greet, nameInMail, streetInMail } from "./rules.ts";
import { frame, gold, linkButton, soft, whenOf, type Mail } from "./templates.ts";

/**
 * The one email of a paid order: each valid ticket with its QR code, and the link that opens the order without signing
 * in. The guest of a comp reads that they are on the guest list instead of what they paid.
 */
export function orderConfirmation(
  order: Order,
  events: Map<number, EventInfo>,
  { link, receiptLink }: { link: string; receiptLink: string },
  { isComp = false, pickup = null }: { isComp?: boolean; pickup?: Pickup | null } = {},
): Mail {
  const validTickets = order.tickets.filter((ticket) => ticket.status === "valid");
  const eventOf = (eventId: number) => events.get(eventId)!;
  const isOff = ({ eventId }: { eventId: number }) => eventOf(eventId).status === "canceled";
  const tickets = validTickets.filter((ticket) => !ticket.isFrozen && !isOff(ticket));
  const off = validTickets.filter(isOff);
  const held = validTickets.length - tickets.length - off.length;
  const pickupCode = pickup?.code ?? null;
  const codes = [
    ...tickets.map((ticket) => ({ cid: `ticket-${ticket.id}`, code: ticket.code })),
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
  const viewLabel = count === 0 || hasItems ? "View your order" : "View your tickets";
  const onHold = held === 1 ? "Your ticket is on hold" : "Your tickets are on hold";
  const greeting = count > 0 ? "You're in" : held > 0 ? onHold : "Thank you";
  const warnings = [
    ...[...new Set(off.map(({ eventId }) => eventOf(eventId).title))].map(
      (title) => `${title} was canceled, so tickets for it are no longer valid.`,
    ),
    ...(held === 0 ? [] : [onHoldLabel(held, count)]),
    ...pickupWarnings(pickup),
  ];
  const subject = first === undefined ? `Your order: ${headline}` : `Your ${what} for ${headline}`;
  const [when, where] = first === undefined ? [] : [whenOf(first), `${first.venue.name}, ${first.venue.city}`];
  const body = html` <h1 style="margin:0 0 6px;font-size:28px;line-height:1.15">${greet(greeting, order.buyer.name)}</h1>
    <p style="margin:0 0 4px;font-size:17px"><strong>${headline}</strong></p>
    ${first !== undefined && html`<p style="margin:0;color:${soft}">${when}<br />${where}</p>`}
    ${warnings.map((line) => html`<p style="margin:14px 0 0">${line}</p>`)}
    <p style="margin:20px 0">
      ${linkButton(viewLabel, link)}
    </p>
    ${tickets.map((ticket, index) =>
      ticketBlock(ticket, {
        number: index + 1,
        count,
        cid: codes[index]!.cid,
        // The first ticket's event is in the headline.
        event: ticket.eventId === firstId ? undefined : eventOf(ticket.eventId).title,
      }),
    )}
    ${pickup !== null && pickupCode !== null && pickupBlock(pickup, pickupCode)}
    ${ships.length > 0 && shipsBlock(ships)}
    ${isComp ? invited(order) : sums(order, receiptLink)}`;
  const text = [
    greet(greeting, order.buyer.name),
    "",
    ...warnings.flatMap((line) => [line, ""]),
    ...[headline, when, where].filter((line) => line !== undefined),
    "",
    `${count === 0 || hasItems ? "Your order" : "Your tickets"}: ${link}`,
    "",
    ...tickets.map((ticket, index) => `Ticket ${index + 1} of ${count}, ${ticket.typeName}: ${ticket.code}`),
    ...(tickets.some(({ isStreamPass }) => isStreamPass) ? ["", streamPassText(tickets)] : []),
    "",
    ...(pickup === null || pickupCode === null ? [] : [`${pickupLine(pickup)} ${pickupCode}`, ""]),
    ...(ships.length === 0 ? [] : ["Ships to:", ...ships, ""]),
    ...(isComp
      ? [`You're on the guest list, so there's nothing to pay (order ${order.number}).`]
      : sumsText(order, receiptLink)),
  ].join("\n");
  const links = [{ label: viewLabel, link }];
  if (order.totalCents > 0) links.push({ label: "Receipt (PDF)", link: receiptLink });
  const lines = [...(first === undefined ? [] : [`${when}, ${where}`]), ...warnings, `Order ${order.number}`];
  const brief = { lines, links, event: headline };
  return { subject, html: frame(subject, body), text, codes, brief };
}

/** What the passes among some tickets are for. */
function streamPassText(tickets: OrderTicket[]): string {
  const names = new Set(tickets.flatMap(({ isStreamPass, typeName }) => (isStreamPass ? [typeName] : [])));
  return `${[...names].join(", ")}: for the live stream. It doesn't admit anyone at the door.`;
}

function ticketBlock(
  ticket: OrderTicket,
  about: { number: number; count: number; cid: string; event: string | undefined },
): Html {
  return html` <div style="background:#fff;border-radius:12px;padding:18px;margin:0 0 14px;text-align:center">
    <p style="margin:0 0 2px;font-size:13px;color:${soft}">Ticket ${about.number} of ${about.count}</p>
    <p style="margin:0 0 10px;font-weight:700">${ticket.typeName}${about.event !== undefined && ` · ${about.event}`}</p>
    ${ticket.isStreamPass && html`<p style="margin:0 0 10px;font-size:14px">${streamPassText([ticket])}</p>`}
    <img
      src="cid:${about.cid}"
      width="220"
      height="220"
      alt="QR code for ticket ${about.number}"
      style="display:block;margin:0 auto"
    />
    <p style="margin:10px 0 0;font:13px/1.4 Menlo,Consolas,monospace;word-break:break-all">${ticket.code}</p>
  </div>`;
}

const pickupLine = ({ event }: Pickup) =>
  `Pick up your items at ${event.title}, ${event.venueName}, ${formatDateTime(event.startsAt, event.timeZone)}. Show this code:`;

/** The code that picks up an order's products, as tickets show theirs. */
function pickupBlock(pickup: Pickup, code: string): Html {
  return html` <div style="background:#fff;border-radius:12px;padding:18px;margin:0 0 14px;text-align:center">
    <p style="margin:0 0 2px;font-weight:700">Pickup code</p>
    <p style="margin:0 0 10px;font-size:14px">${pickupLine(pickup)}</p>
    <img src="cid:pickup" width="220" height="220" alt="QR code for your pickup" style="display:block;margin:0 auto" />
    <p style="margin:10px 0 0;font:13px/1.4 Menlo,Consolas,monospace;word-break:break-all">${code}</p>
  </div>`;
}

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
  html`<p style="margin:0 0 14px"><strong>Ships to</strong>${lines.map((line) => html`<br />${line}`)}</p>`;

/** "2 × Hoodie, 1 × Poster" */
const whatOf = ({ lines }: Order) => lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ");

/** Why some or all tickets of an order are not in its email, and what its buyer can do. */
function onHoldLabel(held: number, open: number): string {
  const which = open > 0 ? `${held} more ${held === 1 ? "ticket is" : "tickets are"} on hold: your` : "Your";
  return `${which} bank is disputing the payment for ${held === 1 ? "it" : "them"}. Until the bank decides, ${held === 1 ? "it" : "they"} can't be used for entry. To keep ${held === 1 ? "it" : "them"}, tell your bank you authorized the payment.`;
}

function invited(order: Order): Html {
  return html`<p style="margin:10px 0 0;color:${soft};font-size:14px">
    You're on the guest list, so there's nothing to pay. Order ${order.number}. Show each code at the door. Each one is
    good for one entry.
  </p>`;
}

const hasTickets = ({ lines }: Order) => lines.some(({ kind }) => kind === "ticket");

/** What the total has besides the lines: each label with its amount. */
function changesOf({ discountCents, promoCode, shippingCents, taxCents, delivery, currency }: Order) {
  const changes: [label: string, amount: string][] = [];
  const money = (cents: number) => formatMoney(cents, currency);
  if (discountCents > 0)
    changes.push([promoCode === null ? "Discount" : `Code ${promoCode}`, `−${money(discountCents)}`]);
  if (shippingCents > 0) changes.push(["Shipping", money(shippingCents)]);
  else if (delivery?.method === "ship") changes.push(["Shipping", "Free"]);
  if (taxCents > 0) changes.push(["Tax", money(taxCents)]);
  return changes;
}

function sums(order: Order, receiptLink: string): Html {
  return html`<table role="presentation" width="100%" style="border-collapse:collapse;font-size:15px">
      ${order.lines.map(
        (line) =>
          html`<tr>
            <td style="padding:4px 0">${line.quantity} × ${line.name}</td>
            <td align="right">${formatMoney(line.totalCents, order.currency)}</td>
          </tr>`,
      )}
      ${changesOf(order).map(
        ([label, amount]) =>
          html`<tr>
            <td style="padding:4px 0">${label}</td>
            <td align="right">${amount}</td>
          </tr>`,
      )}
      <tr>
        <td style="padding:10px 0 0;border-top:1px solid #d9cfbd;font-weight:700">Total</td>
        <td align="right" style="padding:10px 0 0;border-top:1px solid #d9cfbd;font-weight:700">
          ${formatMoney(order.totalCents, order.currency)}
        </td>
      </tr>
    </table>
    <p style="margin:10px 0 0;color:${soft};font-size:14px">
      Order ${order.number}. Prices include all fees.
      ${hasTickets(order) && "Show each code at the door. Each one is good for one entry."}
      ${order.totalCents > 0 && html`<a href="${receiptLink}" style="color:${gold}">Your receipt (PDF)</a>`}
    </p>`;
}

function sumsText(order: Order, receiptLink: string): string[] {
  const money = (cents: number) => formatMoney(cents, order.currency);
  return [
    ...order.lines.map((line) => `${line.quantity} x ${line.name}: ${money(line.totalCents)}`),
    ...changesOf(order).map(([label, amount]) => `${label}: ${amount}`),
    `Total: ${money(order.totalCents)} (order ${order.number}, all fees included)`,
    ...(order.totalCents > 0 ? [`Receipt: ${receiptLink}`] : []),
  ];
}
