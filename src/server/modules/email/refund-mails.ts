import type { OrderRefund } from "#contract/order-refunds.ts";
import type { Order } from "#contract/orders.ts";
import { formatMoney } from "#server/platform/format.ts";
import { html, type Html } from "#server/platform/html.ts";
import { frame, linkButton, type Mail } from "./templates.ts";

/**
 * Tells a buyer that tickets were given back and what comes of their money: on its way, sent, or being looked into, as it
 * stands when the mail is written. It never says "back" before the provider does.
 */
export function refundMade(order: Order, refund: OrderRefund, link: string): Mail {
  const count = refund.ticketIds.length;
  const whole = !order.tickets.some((ticket) => ticket.status === "valid");
  const night = order.event?.title ?? "your night";
  const what = count === 1 ? "1 ticket" : `${count} tickets`;
  const amount = formatMoney(refund.amountCents, order.currency);
  const given = `${what} for ${night} ${count === 1 ? "was" : "were"} given back`;
  const subject = refund.amountCents > 0 ? whatBecame(refund, amount) : given;
  if (refund.keepsTickets) {
    const stays = [
      `Your ticket for ${night} was changed to a place that costs less than what you paid. The difference goes back to you; the ticket stays valid.`,
      ...whereItIs(refund, amount),
    ];
    return letter(order, subject, stays, refund.note, link);
  }
  const lines = [
    `${given} and ${count === 1 ? "opens" : "open"} no door any more.`,
    ...whereItIs(refund, amount),
    ...(whole ? [] : ["The other tickets of your order stay valid."]),
  ];
  return letter(order, subject, lines, refund.note, link);
}

/** The mail's headline: it promises no more than its text. */
function whatBecame({ status, byHand }: OrderRefund, amount: string): string {
  if (status === "failed") return `We could not send ${amount} back yet`;
  return byHand ? `We paid ${amount} back to you` : `${amount} is on its way back to you`;
}

function whereItIs({ amountCents, status, byHand }: OrderRefund, amount: string): string[] {
  if (amountCents === 0) return ["There was nothing to pay for, so nothing is owed."];
  if (status === "failed")
    return [`We could not send ${amount} back yet. We are on it; there is nothing you need to do.`];
  if (byHand) return [`We paid ${amount} back to you.`];
  return [
    `${amount} goes back the way you paid. Banks take 5 to 10 days to show it; we write to you once it has been sent.`,
  ];
}

/**
 * Tells a buyer that the provider has sent the money, or that staff paid it by other means. `creditLink` opens the credit
 * note about it as PDF.
 */
export function refundDone(
  order: Order,
  refund: OrderRefund,
  { link, creditLink }: { link: string; creditLink: string | undefined },
): Mail {
  const amount = formatMoney(refund.amountCents, order.currency);
  const subject = refund.byHand ? `We paid ${amount} back to you` : `Your ${amount} is back with your bank`;
  const lines = refund.byHand
    ? [`${amount} of order ${order.number} was paid back to you outside of the card it was paid with.`]
    : [
        `${amount} of order ${order.number} has left us and is with your bank.`,
        "It shows on your statement within a few days, depending on the bank.",
      ];
  return letter(order, subject, lines, null, link, creditLink);
}

function letter(
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
      ${linkButton("Open your order", link)}
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
