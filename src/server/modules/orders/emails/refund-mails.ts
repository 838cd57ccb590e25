import type { OrderRefund } from "#contract/refunds/of-order.ts";
import { refundedText } from "#contract/refunds/texts.ts";
import { type Things, thingsOf, titlesOf } from "#contract/orders/texts.ts";
import type { Order } from "#contract/orders/orders.ts";
import { formatMoney } from "#server/platform/format.ts";
import { composeMail, defineText, nameInMail, partOf, type Mail, type MailKit } from "#server/modules/email/index.ts";
import { z } from "zod";
import { defineOrderEmail, draftToBuyer } from "./about-order.ts";
import { exampleOrder, exampleOrderLink, exampleRefund } from "./examples.ts";

const refundMadeText = defineText({
  kind: "refund_made",
  name: "Refund started",
  about: "To the buyer when tickets are canceled or money is being refunded",
  group: "orders",
  place: 30,
  text: ["{{headline}}", "", "View your order"],
  variables: ["name", "headline", "event", "amount", "order"],
});

const refundDoneText = defineText({
  kind: "refund_done",
  name: "Refund sent",
  about: "To the buyer when their bank has the money",
  group: "orders",
  place: 40,
  text: ["{{headline}}", "", "View your order"],
  variables: ["name", "headline", "amount", "order"],
});

const moneyReturnedText = defineText({
  kind: "money_returned",
  name: "Payment returned",
  about: "To a buyer whose payment couldn't be used, such as one that came in too late",
  group: "orders",
  place: 50,
  text: ["We refunded you {{amount}}", "", "{{action}}"],
  variables: ["name", "action", "amount", "order"],
});

/**
 * Tells a buyer what was canceled or refunded and the status of the refund: on its way, sent, or failed, as it is when the
 * email is written. It never says "sent" before the payment provider does.
 */
export function refundMade(kit: MailKit, order: Order, refund: OrderRefund, link: string): Mail {
  const count = refund.ticketIds.length;
  const whole = !order.tickets.some((ticket) => ticket.status === "valid");
  const eventTitle = titlesOf(order.events) || `order ${order.number}`;
  const what = count === 1 ? "1 ticket" : `${count} tickets`;
  const amount = formatMoney(refund.amountCents, order.currency);
  const canceledText = `${what} for ${eventTitle} ${count === 1 ? "was" : "were"} canceled`;
  const others = refundedText({ ...refund, ticketIds: [] });
  const subject =
    refund.amountCents > 0 ? whatBecame(refund, amount) : count > 0 ? canceledText : "Your order was changed";
  const write = (lines: string[]) =>
    composeMail(kit, {
      text: refundMadeText,
      values: { ...valuesOf(order, amount), event: titlesOf(order.events), headline: subject },
      title: subject,
      lines,
      note: refund.note,
      link,
      small: `Order ${order.number}`,
    });
  if (refund.kind === "amount") {
    const stays = whole ? [] : [count === 1 ? "Your ticket stays valid." : "Your tickets stay valid."];
    const lines = [`This is a partial refund for ${eventTitle}.`, ...whereItIs(refund, amount), ...stays];
    return write(lines);
  }
  if (refund.kind === "difference") {
    const stays = [
      `Your ticket for ${eventTitle} was changed to one that costs less than you paid. You'll get a refund for the difference, and your ticket stays valid.`,
      ...whereItIs(refund, amount),
    ];
    return write(stays);
  }
  const lines = [
    ...(count > 0 ? [`${canceledText} and ${count === 1 ? "is" : "are"} no longer valid.`] : []),
    ...(others ? [`This refund ${count > 0 ? "also covers" : "is for"} ${others}.`] : []),
    ...whereItIs(refund, amount),
    ...(whole ? [] : ["The rest of your order is still valid."]),
  ];
  return write(lines);
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
  kit: MailKit,
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
  return composeMail(kit, {
    text: refundDoneText,
    values: { ...valuesOf(order, amount), headline: subject },
    title: subject,
    lines,
    link,
    small: `Order ${order.number}`,
    links: creditLink === undefined ? [] : [{ label: "Credit note (PDF)", link: creditLink }],
  });
}

const valuesOf = ({ buyer, number }: Order, amount: string) => ({
  name: nameInMail(buyer.name),
  amount,
  order: number,
});

/** Why a payment was returned, by what was ordered. */
const returnReasons = (things: Things): Record<string, string> => ({
  sold_out_meanwhile: `Your payment came in after your hold expired, and the last ${things} had already sold.`,
  event_canceled: "The event was canceled before your payment came in.",
  paid_twice:
    things === "tickets"
      ? "You paid for this order twice. Your tickets from the first payment are still valid."
      : "You paid for this order twice. Your order from the first payment stands.",
  amount_mismatch: "The amount we received didn't match your order total.",
});

/** Tells a buyer that we refunded a payment, how much, and why. */
export function moneyReturned(kit: MailKit, order: Order, amountCents: number, reason: string): Mail {
  const things = thingsOf(order);
  const next =
    things === "tickets"
      ? { label: "See upcoming events", link: `${kit.baseUrl}/events` }
      : { label: "Visit the shop", link: `${kit.baseUrl}/shop` };
  const amount = formatMoney(amountCents, order.currency);
  const why = returnReasons(things)[reason] ?? "We couldn't apply your payment to your order.";
  const isPaidTwice = reason === "paid_twice";
  return composeMail(kit, {
    text: moneyReturnedText,
    values: { ...valuesOf(order, amount), action: next.label },
    title: `We refunded you ${amount}`,
    lines: [
      why,
      `We refunded the full ${amount} to your original payment method. Your bank may take a few days to show it.`,
      isPaidTwice ? "You don't need to do anything." : "We're sorry this one didn't work out. See what's next:",
    ],
    ...(isPaidTwice ? {} : { link: next.link }),
    small: `Order ${order.number}`,
  });
}

const refundMadeEmail = defineOrderEmail({
  kind: "refund_made",
  priority: 1,
  topic: { orderRefundId: z.string() },
  isRepeatable: true,
  texts: [
    {
      text: refundMadeText,
      example: (kit, example) => refundMade(kit, exampleOrder(example), exampleRefund(example), exampleOrderLink(kit)),
      latest: true,
    },
  ],
  triggers: {
    "order.refund_made": ({ orderRefundId, ...order }) => draftToBuyer(orderRefundId, order, { orderRefundId }),
  },
  write(_deps, kit, { topic, order, link }) {
    const refund = order.refunds.find(({ id }) => id === topic.orderRefundId)!;
    return refundMade(kit, order, refund, link);
  },
});

const refundDoneEmail = defineOrderEmail({
  kind: "refund_done",
  priority: 1,
  topic: { orderRefundId: z.string() },
  isRepeatable: true,
  texts: [
    {
      text: refundDoneText,
      example(kit, example) {
        const link = exampleOrderLink(kit);
        const refund: OrderRefund = { ...exampleRefund(example), status: "done" };
        return refundDone(kit, exampleOrder(example), refund, { link, creditLink: link });
      },
      latest: true,
    },
  ],
  triggers: {
    "order.refund_done": ({ orderRefundId, ...order }) => draftToBuyer(orderRefundId, order, { orderRefundId }),
  },
  async write(deps, kit, { topic, order, link, documentLink }) {
    const refund = order.refunds.find(({ id }) => id === topic.orderRefundId)!;
    const documentId = await partOf(deps, "findCreditNoteId")(deps.db, refund.id);
    const creditLink = documentId === undefined ? undefined : documentLink(documentId);
    return refundDone(kit, order, refund, { link, creditLink });
  },
});

const moneyReturnedEmail = defineOrderEmail({
  kind: "money_returned",
  priority: 1,
  topic: { reason: z.string(), amountCents: z.number() },
  isRepeatable: true,
  texts: [
    {
      text: moneyReturnedText,
      example: (kit, example) => moneyReturned(kit, exampleOrder(example), 7500, "sold_out_meanwhile"),
      latest: true,
    },
  ],
  triggers: {
    "order.money_returned": ({ refundId, reason, amountCents, ...order }) =>
      draftToBuyer(refundId, order, { reason, amountCents }),
  },
  write: (_deps, kit, { topic, order }) => moneyReturned(kit, order, topic.amountCents, topic.reason),
});

/** The emails about refunds. */
export const refundEmails = [refundMadeEmail, refundDoneEmail, moneyReturnedEmail];
