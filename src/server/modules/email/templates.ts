import type { Order } from "#contract/orders.ts";
import type { EventHead } from "#server/modules/events/index.ts";
import { formatMoney, formatNight } from "#server/platform/format.ts";
import { Html, html } from "#server/platform/html.ts";

/** A finished mail; `codes` are the tickets whose QR pictures go with it, one `cid` each. */
export interface Mail {
  subject: string;
  html: string;
  text: string;
  codes: { cid: string; code: string }[];
  /** Headers of its own, as the way off a list. */
  headers?: Record<string, string>;
  /** The part of it that opens an account: it leaves with the mail, and no copy keeps it. */
  secret?: string;
}

const ink = "#14110d";
const soft = "#6b6255";
const gold = "#8a6a1f";

/** What a mail wants pressed: a link that looks like a button wherever mails are read. */
export const linkButton = (label: string, link: string): Html =>
  html`<a
    href="${link}"
    style="display:inline-block;background:${ink};color:${bone};padding:13px 22px;border-radius:8px;text-decoration:none;font-weight:700"
    >${label}</a
  >`;

const bone = "#f3ece0";

/**
 * What changes where a mail is read in the dark. Colours stand in the elements, since many readers drop all else; these
 * find them by what is written there. Readers that drop this as well show the mail as it is.
 */
const inTheDark = `
  body{background:${ink}!important;color:${bone}!important}
  [style*="color:${soft}"]{color:#b9ad9b!important}
  [style*="color:${gold}"]{color:#d8b765!important}
  [style*="background:#fff"]{background:#241f18!important}
  [style*="solid #d9cfbd"]{border-color:#4a4136!important}
  [style*="background:${ink}"]{background:#c9a24b!important;color:${ink}!important}`;
const darkStyle = new Html(`<style>@media (prefers-color-scheme:dark){${inTheDark}}</style>`);

const becauseOfOrder = "You get this mail because of an order placed with this address.";

/** The sheet that every mail stands on. @param reason why this person gets it */
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

/**
 * The one mail of a paid order: every valid ticket of it with its QR code, and the link that opens it without signing in.
 * Whoever was given a comp reads that they are invited instead of what they paid.
 */
export function orderConfirmation(
  order: Order,
  nights: Map<number, EventHead>,
  { link, receiptLink }: { link: string; receiptLink: string },
  isComp: boolean = false,
): Mail {
  const kept = order.tickets.filter((ticket) => ticket.status === "valid");
  const nightOf = (eventId: number) => nights.get(eventId)!;
  const isOff = ({ eventId }: { eventId: number }) => nightOf(eventId).state === "cancelled";
  const tickets = kept.filter((ticket) => !ticket.isFrozen && !isOff(ticket));
  const off = kept.filter(isOff);
  const held = kept.length - tickets.length - off.length;
  const codes = tickets.map((ticket) => ({ cid: `ticket-${ticket.id}`, code: ticket.code }));
  const count = tickets.length;
  const first = nightOf(tickets[0]?.eventId ?? order.lines[0]!.eventId);
  // Given back before the mail could leave: then it is about the order alone.
  const what = count === 0 ? `order ${order.number}` : count === 1 ? "ticket" : `${count} tickets`;
  const greeting = count > 0 ? "You're in" : held > 0 ? "Your tickets are on hold" : "Thank you";
  const notices = [
    ...[...new Set(off.map(({ eventId }) => nightOf(eventId).title))].map(
      (title) => `${title} was cancelled: tickets for it do not open the door.`,
    ),
    ...(held === 0 ? [] : [onHoldWords(held, count)]),
  ];
  const subject = `Your ${what} for ${first.title}`;
  const body = html` <h1 style="margin:0 0 6px;font-size:28px;line-height:1.15">${count > 0 ? html`You're in` : greeting}, ${order.buyer.name}.</h1>
    <p style="margin:0 0 4px;font-size:17px"><strong>${first.title}</strong></p>
    <p style="margin:0;color:${soft}">
      ${formatNight(first.startsAt, first.timeZone)}<br />${first.venue.name}, ${first.venue.city}
    </p>
    ${notices.map((line) => html`<p style="margin:14px 0 0">${line}</p>`)}
    <p style="margin:20px 0">
      ${linkButton(count === 0 ? "Open your order" : "Open your tickets", link)}
    </p>
    ${tickets.map(
      (ticket, index) =>
        html` <div style="background:#fff;border-radius:12px;padding:18px;margin:0 0 14px;text-align:center">
          <p style="margin:0 0 2px;font-size:13px;color:${soft}">Ticket ${index + 1} of ${count}</p>
          <p style="margin:0 0 10px;font-weight:700">
            ${ticket.typeName}${nightOf(ticket.eventId).id !== first.id && ` · ${nightOf(ticket.eventId).title}`}
          </p>
          <img
            src="cid:${codes[index]!.cid}"
            width="220"
            height="220"
            alt="QR code of ticket ${index + 1}"
            style="display:block;margin:0 auto"
          />
          <p style="margin:10px 0 0;font:13px/1.4 Menlo,Consolas,monospace;word-break:break-all">${ticket.code}</p>
        </div>`,
    )}
    ${isComp ? invited(order) : sums(order, receiptLink)}`;
  const text = [
    `${greeting}, ${order.buyer.name}.`,
    "",
    ...notices.flatMap((line) => [line, ""]),
    first.title,
    formatNight(first.startsAt, first.timeZone),
    `${first.venue.name}, ${first.venue.city}`,
    "",
    count === 0 ? `Your order: ${link}` : `Your tickets: ${link}`,
    "",
    ...tickets.map((ticket, index) => `Ticket ${index + 1} of ${count}, ${ticket.typeName}: ${ticket.code}`),
    "",
    ...(isComp
      ? [`You are on the house: there is nothing to pay (order ${order.number}).`]
      : [
          ...order.lines.map(
            (line) => `${line.quantity} x ${line.name}: ${formatMoney(line.totalCents, order.currency)}`,
          ),
          ...(order.discountCents > 0
            ? [`${discountName(order)}: -${formatMoney(order.discountCents, order.currency)}`]
            : []),
          `Total: ${formatMoney(order.totalCents, order.currency)} (order ${order.number}, all fees included)`,
          ...(order.totalCents > 0 ? [`Receipt: ${receiptLink}`] : []),
        ]),
  ].join("\n");
  return { subject, html: frame(subject, body), text, codes };
}

/** Why some or all tickets of an order are not in its mail, and what its buyer can do. */
function onHoldWords(held: number, open: number): string {
  const which = open > 0 ? `${held} more ${held === 1 ? "is" : "are"} on hold: the` : "The";
  return `${which} bank that ${held === 1 ? "it was" : "they were"} paid with asks for the money back. Until it has decided ${held === 1 ? "it lets" : "they let"} nobody in. If you want to keep ${held === 1 ? "it" : "them"}, tell your bank that the payment was right.`;
}

function invited(order: Order): Html {
  return html`<p style="margin:10px 0 0;color:${soft};font-size:14px">
    You are on the house: there is nothing to pay. Order ${order.number}. Show each code at the door; each one admits
    once.
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
      Order ${order.number}. Prices include all fees. Show each code at the door; each one admits once.
      ${order.totalCents > 0 && html`<a href="${receiptLink}" style="color:${gold}">Your receipt (PDF)</a>`}
    </p>`;
}

const whyReturned: Record<string, string> = {
  sold_out_meanwhile:
    "Your payment reached us after the time of your order was over, and the last tickets had gone to others.",
  night_cancelled: "This night was cancelled before your payment reached us.",
  paid_twice: "This order was paid twice. The tickets of the first payment stay yours.",
  amount_mismatch: "The amount that reached us was not the amount of your order.",
};

/** Tells a buyer that money went back, how much, and why. */
export function moneyReturned(order: Order, amountCents: number, reason: string, eventsLink: string): Mail {
  const amount = formatMoney(amountCents, order.currency);
  const subject = `We sent ${amount} back to you`;
  const why = whyReturned[reason] ?? "The payment could not be used for your order.";
  const next = reason === "paid_twice" ? "There is nothing that you need to do." : "We are sorry. See what else is on:";
  const body = html` <h1 style="margin:0 0 10px;font-size:26px;line-height:1.2">${subject}</h1>
    <p style="margin:0 0 12px">
      ${why} We sent the whole ${amount} back the way it came; your bank may need a few days to show it.
    </p>
    <p style="margin:0">
      ${next} ${reason !== "paid_twice" && html`<a href="${eventsLink}" style="color:${gold}">upcoming nights</a>`}
    </p>
    <p style="margin:14px 0 0;color:${soft};font-size:14px">Order ${order.number}</p>`;
  const text = [
    subject,
    "",
    why,
    `We sent the whole ${amount} back the way it came.`,
    `${next} ${eventsLink}`,
    `Order ${order.number}`,
  ].join("\n");
  return { subject, html: frame(subject, body), text, codes: [] };
}
