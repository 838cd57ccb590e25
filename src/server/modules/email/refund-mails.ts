import type { OrderRefund } from "#contract/order-refunds.ts";
import type { Order } from "#contract/orders.ts";
import { formatMoney } from "#server/platform/format.ts";
import { html, type Html } from "#server/platform/html.ts";
import { frame, linkButton, type Mail } from "./templates.ts";

/**
 * Tells a buyer that tickets were canceled and the status of the refund: on its way, sent, or failed, as it is when the
 * email is written. It never says "sent" before the payment provider does.
 */
export function refundMade(order: Order, refund: OrderRefund, link: string): Mail {
  const count = refund.ticketIds.length;
  const whole = !order.tickets.some((ticket) => ticket.status === "valid");
  const eventTitle = order.event?.title ?? "your event";
  const what = count === 1 ? "1 ticket" : `${count} tickets`;
  const amount = formatMoney(refund.amountCents, order.currency);
  const given = `${what} for ${eventTitle} ${count === 1 ? "was" : "were"} canceled`;
  const subject = refund.amountCents > 0 ? whatBecame(refund, amount) : given;
  if (refund.keepsTickets) {
    const stays = [
      `Your ticket for ${eventTitle} was changed to one that costs less than you paid. You'll get a refund for the difference, and your ticket stays valid.`,
      ...whereItIs(refund, amount),
    ];
    return composeMail(order, subject, stays, refund.note, link);
  }
  const lines = [
    `${given} and ${count === 1 ? "is" : "are"} no longer valid.`,
    ...whereItIs(refund, amount),
    ...(whole ? [] : ["The rest of your order is still valid."]),
  ];
  return composeMail(order, subject, lines, refund.note, link);
}

/** The email's subject: it promises no more than its text. */
function whatBecame({ status, byHand }: OrderRefund, amount: string): string {
  if (status === "failed") return `We couldn't send your ${amount} refund yet`;
  return byHand ? `We refunded you ${amount}` : `Your ${amount} refund is on its way`;
}

function whereItIs({ amountCents, status, byHand }: OrderRefund, amount: string): string[] {
  if (amountCents === 0) return ["You paid nothing, so there's nothing to refund."];
  if (status === "failed")
    return [`We couldn't send your ${amount} refund yet. We're working on it, and you don't need to do anything.`];
  if (byHand) return [`We refunded you ${amount}.`];
  return [
    `We're refunding ${amount} to your original payment method. Your bank may take 5 to 10 days to show it. We'll email you once it's sent.`,
  ];
}

/**
 * Tells a buyer that the payment provider sent the refund, or that staff paid it by other means. `creditLink` opens its
 * credit note as a PDF.
 */
export function refundDone(
  order: Order,
  refund: OrderRefund,
  { link, creditLink }: { link: string; creditLink: string | undefined },
): Mail {
  const amount = formatMoney(refund.amountCents, order.currency);
  const subject = refund.byHand ? `We refunded you ${amount}` : `Your ${amount} refund was sent to your bank`;
  const lines = refund.byHand
    ? [`We refunded ${amount} for order ${order.number} another way, not to the card you paid with.`]
    : [
        `We refunded ${amount} for order ${order.number}, and your bank has the money.`,
        "It should be on your statement within a few days, depending on your bank.",
      ];
  return composeMail(order, subject, lines, null, link, creditLink);
}

function composeMail(
  order: Order,
  subject: string,
  lines: string[],
  note: string | null,
  link: string,
  creditLink?: string,
): Mail {
  const paragraph = (line: string): Html => html`<p style="margin:0 0 12px">${line}</p>`;
  const body = html` <h1 style="margin:0 0 12px;font-size:26px;line-height:1.2">${subject}</h1>
    ${lines.map(paragraph)}
    ${
      note !== null &&
      html`<p style="margin:0 0 16px;padding:12px 16px;background:#fff;border-left:3px solid #c9a24b">${note}</p>`
    }
    <p style="margin:20px 0 0">
      ${linkButton("View your order", link)}
    </p>
    <p style="margin:14px 0 0;color:#6b6255;font-size:14px">
      Order ${order.number}.
      ${creditLink !== undefined && html`<a href="${creditLink}" style="color:#8a6a1f">Your credit note (PDF)</a>`}
    </p>`;
  const said = note === null ? lines : [...lines, note];
  const text = [
    subject,
    "",
    ...said.flatMap((line) => [line, ""]),
    `Your order ${order.number}: ${link}`,
    ...(creditLink === undefined ? [] : [`Credit note: ${creditLink}`]),
  ].join("\n");
  return { subject, html: frame(subject, body), text, codes: [] };
}
