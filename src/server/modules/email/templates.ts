import type { Pickup } from "#contract/fulfillment.ts";
import type { Order } from "#contract/orders.ts";
import type { EventInfo } from "#server/modules/events/index.ts";
import { formatMoney, formatDateTime } from "#server/platform/format.ts";
import { Html, html } from "#server/platform/html.ts";
import { greet } from "./rules.ts";

/** A finished email; `codes` are the tickets whose QR images it includes, one `cid` each. */
export interface Mail {
  subject: string;
  html: string;
  text: string;
  codes: { cid: string; code: string }[];
  /** What an email that it is merged into says of it, below its subject. */
  brief: Brief;
  /** Its own headers, such as List-Unsubscribe. */
  headers?: Record<string, string>;
  /** The part that opens an account: it is sent with the email, and no stored copy has it. */
  secret?: string;
}

/** A link by its label. */
export interface MailLink {
  label: string;
  link: string;
}

/** An email in a few lines, with its links. */
export interface Brief {
  lines: string[];
  links: MailLink[];
  /** The event that it is about. */
  event?: string;
}

const ink = "#14110d";
export const soft = "#6b6255";
export const gold = "#8a6a1f";

/** An email's main action: a link that looks like a button in every email program. */
export const linkButton = (label: string, link: string): Html =>
  html`<a
    href="${link}"
    style="display:inline-block;background:${ink};color:${bone};padding:13px 22px;border-radius:8px;text-decoration:none;font-weight:700"
    >${label}</a
  >`;

const bone = "#f3ece0";

/**
 * What changes in dark mode. Colors are inline, since many email programs drop everything else; these rules match the
 * inline text. Programs that drop these rules too show the email as it is.
 */
const inTheDark = `
  body{background:${ink}!important;color:${bone}!important}
  [style*="color:${soft}"]{color:#b9ad9b!important}
  [style*="color:${gold}"]{color:#d8b765!important}
  [style*="background:#fff"]{background:#241f18!important}
  [style*="solid #d9cfbd"]{border-color:#4a4136!important}
  [style*="background:${ink}"]{background:#c9a24b!important;color:${ink}!important}`;
const darkStyle = new Html(`<style>@media (prefers-color-scheme:dark){${inTheDark}}</style>`);

const becauseOfOrder = "You're receiving this email because of an order placed with this address.";

/** The frame around every email. @param reason why this person gets it */
export function frame(title: string, body: Html, reason: string | Html = becauseOfOrder): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        ${darkStyle}
      </head>
      <body style="margin:0;background:${bone};color:${ink};font:16px/1.5 Helvetica,Arial,sans-serif">
        <div style="max-width:560px;margin:0 auto;padding:24px 16px 40px">
          <p
            style="margin:0 0 20px;font-weight:700;letter-spacing:.14em;text-transform:uppercase;color:${gold};font-size:13px"
          >
            Savage Gentlemen
          </p>
          ${body}
          <p style="margin:28px 0 0;color:${soft};font-size:13px">Savage Gentlemen Lifestyle. ${reason}</p>
        </div>
      </body>
    </html>`.text;
}

/** When an event takes place, in its own time zone; a postponed one has no date until staff set a new one. */
export const whenOf = ({ status, startsAt, timeZone }: Pick<EventInfo, "status" | "startsAt" | "timeZone">): string =>
  status === "postponed" ? "New date to be announced" : formatDateTime(startsAt, timeZone);

/** A paragraph of an email. */
export const paragraph = (line: string): Html => html`<p style="margin:0 0 12px">${line}</p>`;

/** What staff wrote to the reader. */
export const noteBox = (note: string): Html =>
  html`<p style="margin:0 0 16px;padding:12px 16px;background:#fff;border-left:3px solid #c9a24b">${note}</p>`;

/** An email of some paragraphs under its subject. */
interface Letter {
  subject: string;
  lines: string[];
  /** What staff wrote to the reader. */
  note?: string | null;
  button: MailLink;
  /** What stands under the button. */
  under?: Html;
  /** The links of `under`. */
  links?: MailLink[];
  /** The last lines of the plain text, with its links. */
  ends: string[];
  /** Why the reader gets it. */
  reason?: string;
}

/** Writes an email of some paragraphs, a button, and what stands under it. */
export function composeMail({ subject, lines, note = null, button, under, links = [], ends, reason }: Letter): Mail {
  const body = html` <h1 style="margin:0 0 12px;font-size:26px;line-height:1.2">${subject}</h1>
    ${lines.map(paragraph)} ${note !== null && noteBox(note)}
    <p style="margin:20px 0 0">${linkButton(button.label, button.link)}</p>
    ${under ?? ""}`;
  const said = note === null ? lines : [...lines, note];
  const text = [subject, "", ...said.flatMap((line) => [line, ""]), ...ends].join("\n");
  const brief = { lines: said, links: [button, ...links] };
  return { subject, html: frame(subject, body, reason), text, codes: [], brief };
}

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
  const firstId = tickets[0]?.eventId ?? order.lines.find(({ eventId }) => eventId !== undefined)?.eventId;
  const first = firstId === undefined ? undefined : eventOf(firstId);
  // An order that is for no event is about what was bought.
  const headline = first?.title ?? whatOf(order);
  // Refunded before the email was sent: then it is about the order only.
  const what = count === 0 ? `order ${order.number}` : count === 1 ? "ticket" : `${count} tickets`;
  const onHold = held === 1 ? "Your ticket is on hold" : "Your tickets are on hold";
  const greeting = count > 0 ? "You're in" : held > 0 ? onHold : "Thank you";
  const warnings = [
    ...[...new Set(off.map(({ eventId }) => eventOf(eventId).title))].map(
      (title) => `${title} was canceled, so tickets for it are no longer valid.`,
    ),
    ...(held === 0 ? [] : [onHoldLabel(held, count)]),
  ];
  const subject = first === undefined ? `Your order: ${headline}` : `Your ${what} for ${headline}`;
  const [when, where] = first === undefined ? [] : [whenOf(first), `${first.venue.name}, ${first.venue.city}`];
  const body = html` <h1 style="margin:0 0 6px;font-size:28px;line-height:1.15">${greet(greeting, order.buyer.name)}</h1>
    <p style="margin:0 0 4px;font-size:17px"><strong>${headline}</strong></p>
    ${first !== undefined && html`<p style="margin:0;color:${soft}">${when}<br />${where}</p>`}
    ${warnings.map((line) => html`<p style="margin:14px 0 0">${line}</p>`)}
    <p style="margin:20px 0">
      ${linkButton(count === 0 ? "View your order" : "View your tickets", link)}
    </p>
    ${tickets.map(
      (ticket, index) =>
        html` <div style="background:#fff;border-radius:12px;padding:18px;margin:0 0 14px;text-align:center">
          <p style="margin:0 0 2px;font-size:13px;color:${soft}">Ticket ${index + 1} of ${count}</p>
          <p style="margin:0 0 10px;font-weight:700">
            ${ticket.typeName}${eventOf(ticket.eventId).id !== firstId && ` · ${eventOf(ticket.eventId).title}`}
          </p>
          <img
            src="cid:${codes[index]!.cid}"
            width="220"
            height="220"
            alt="QR code for ticket ${index + 1}"
            style="display:block;margin:0 auto"
          />
          <p style="margin:10px 0 0;font:13px/1.4 Menlo,Consolas,monospace;word-break:break-all">${ticket.code}</p>
        </div>`,
    )}
    ${pickup !== null && pickupCode !== null && pickupBlock(pickup, pickupCode)}
    ${isComp ? invited(order) : sums(order, receiptLink)}`;
  const text = [
    greet(greeting, order.buyer.name),
    "",
    ...warnings.flatMap((line) => [line, ""]),
    ...[headline, when, where].filter((line) => line !== undefined),
    "",
    count === 0 ? `Your order: ${link}` : `Your tickets: ${link}`,
    "",
    ...tickets.map((ticket, index) => `Ticket ${index + 1} of ${count}, ${ticket.typeName}: ${ticket.code}`),
    "",
    ...(pickup === null || pickupCode === null ? [] : [`${pickupLine(pickup)} ${pickupCode}`, ""]),
    ...(isComp
      ? [`You're on the guest list, so there's nothing to pay (order ${order.number}).`]
      : sumsText(order, receiptLink)),
  ].join("\n");
  const links = [{ label: count === 0 ? "View your order" : "View your tickets", link }];
  if (order.totalCents > 0) links.push({ label: "Receipt (PDF)", link: receiptLink });
  const lines = [...(first === undefined ? [] : [`${when}, ${where}`]), ...warnings, `Order ${order.number}`];
  const brief = { lines, links, event: headline };
  return { subject, html: frame(subject, body), text, codes, brief };
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

const discountName = ({ promoCode }: Order) => (promoCode === null ? "Discount" : `Code ${promoCode}`);

function sums(order: Order, receiptLink: string): Html {
  return html`<table role="presentation" width="100%" style="border-collapse:collapse;font-size:15px">
      ${order.lines.map(
        (line) =>
          html`<tr>
            <td style="padding:4px 0">${line.quantity} × ${line.name}</td>
            <td align="right">${formatMoney(line.totalCents, order.currency)}</td>
          </tr>`,
      )}
      ${
        order.discountCents > 0
          ? html`<tr>
              <td style="padding:4px 0">${discountName(order)}</td>
              <td align="right">−${formatMoney(order.discountCents, order.currency)}</td>
            </tr>`
          : ""
      }
      <tr>
        <td style="padding:10px 0 0;border-top:1px solid #d9cfbd;font-weight:700">Total</td>
        <td align="right" style="padding:10px 0 0;border-top:1px solid #d9cfbd;font-weight:700">
          ${formatMoney(order.totalCents, order.currency)}
        </td>
      </tr>
    </table>
    <p style="margin:10px 0 0;color:${soft};font-size:14px">
      Order ${order.number}. Prices include all fees. Show each code at the door. Each one is good for one entry.
      ${order.totalCents > 0 && html`<a href="${receiptLink}" style="color:${gold}">Your receipt (PDF)</a>`}
    </p>`;
}

function sumsText(order: Order, receiptLink: string): string[] {
  const money = (cents: number) => formatMoney(cents, order.currency);
  return [
    ...order.lines.map((line) => `${line.quantity} x ${line.name}: ${money(line.totalCents)}`),
    ...(order.discountCents > 0 ? [`${discountName(order)}: -${money(order.discountCents)}`] : []),
    `Total: ${money(order.totalCents)} (order ${order.number}, all fees included)`,
    ...(order.totalCents > 0 ? [`Receipt: ${receiptLink}`] : []),
  ];
}
