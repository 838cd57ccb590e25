import { z } from "zod";
import { becauseOfPayments, findMoneyReaders } from "#server/modules/accounts/index.ts";
import {
  composeMail,
  defineEmail,
  defineText,
  exampleOrderId,
  exampleOrderNumber,
  list,
  type Mail,
  type MailKit,
} from "#server/modules/email/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { formatDateTime, formatMoney } from "#server/platform/format.ts";
import { findDispute, findDiscrepanciesById, type DisputeRow, type DiscrepancyRow } from "./store.ts";

const disputeText = defineText({
  kind: "staff_dispute",
  name: "Dispute",
  about: "To staff when a dispute opens or closes",
  group: "staff",
  place: 250,
  text: ["{{headline}}", "", "{{action}}"],
  variables: ["headline", "action"],
});

const discrepancyText = defineText({
  kind: "staff_money",
  name: "Payment discrepancy",
  about: "To staff when payments and orders don't add up",
  group: "staff",
  place: 260,
  text: ["{{headline}}", "", "View discrepancies"],
  variables: ["headline"],
});

/** Discrepancies that one email lists; the rest are on the admin page. */
const maxNamed = 10;

/** What an email says of a dispute. */
type MailedDispute = Pick<
  DisputeRow,
  "order" | "event" | "amountCents" | "currency" | "providerRef" | "evidenceDueAt" | "reason"
>;

/** Tells about a dispute: what is at stake and what to do, or what the bank decided. */
function writeDispute(kit: MailKit, dispute: MailedDispute, what: string, brandZone: string): Mail {
  const { subject: headline, lines } = disputeTemplate(dispute, what, brandZone);
  const { order } = dispute;
  return composeMail(kit, {
    text: disputeText,
    values: { headline, action: order ? "View order" : "View disputes" },
    title: headline,
    lines,
    link: order
      ? `${kit.baseUrl}/ticket-management?order=${order.id}`
      : `${kit.baseUrl}/admin?section=money&view=disputes`,
    reason: becauseOfPayments,
  });
}

function disputeTemplate(
  dispute: MailedDispute,
  what: string,
  brandZone: string,
): { subject: string; lines: string[] } {
  const amount = formatMoney(dispute.amountCents, dispute.currency);
  const order = dispute.order === null ? "an unknown order" : `order ${dispute.order.number}`;
  const forEvent = dispute.event === null ? "" : ` for ${dispute.event.title}`;
  const named = `Payment provider reference: ${dispute.providerRef}.`;
  if (what === "won") {
    return {
      subject: `Dispute won: ${order}`,
      lines: [
        `The bank decided in our favor, so we keep ${amount} on ${order}${forEvent}. Its tickets are valid for entry again.`,
        named,
      ],
    };
  }
  if (what === "lost") {
    return {
      subject: `Dispute lost: ${order}`,
      lines: [
        `The bank decided for the buyer, so we lost ${amount} on ${order}${forEvent}.`,
        "If that was the full payment, the order's tickets are void. If not, choose which tickets to void.",
        named,
      ],
    };
  }
  const until =
    dispute.evidenceDueAt === null
      ? "Submit your evidence to the payment provider soon."
      : `Submit your evidence to the payment provider by ${formatDateTime(dispute.evidenceDueAt, dispute.event?.timeZone ?? brandZone)}.`;
  return {
    subject: `New dispute: ${amount} on ${order}`,
    lines: [
      `The buyer's bank is disputing ${amount} on ${order}${forEvent}. Reason: ${dispute.reason.replaceAll("_", " ")}.`,
      "Until the bank decides, its unused tickets can't be used for entry, and this money can't be refunded.",
      until,
      named,
    ],
  };
}

const kinds: Record<DiscrepancyRow["kind"], string> = {
  money_without_ticket: "Paid, no ticket",
  ticket_without_money: "Ticket, not paid",
  failed_refund: "Failed refund",
  external_refund: "External refund",
  provider_mismatch: "Provider mismatch",
  failed_webhook: "Failed webhook",
};

/** What an email says of a discrepancy. */
type MailedDiscrepancy = Pick<DiscrepancyRow, "kind" | "order" | "amountCents" | "currency" | "resolved">;

/** Lists discrepancies. @param total how many there are, of which some may not be named */
function writeDiscrepancies(kit: MailKit, named: MailedDiscrepancy[], total: number): Mail {
  const open = named.filter(({ resolved }) => resolved === null);
  const count = total - (named.length - open.length);
  const shown = (open.length === 0 ? named : open).map(lineOf).map(asSentence);
  const others = count - open.length;
  const headline =
    open.length === 0
      ? "Discrepancies already resolved"
      : count === 1
        ? `Discrepancy: ${lineOf(open[0]!)}`
        : `${count} discrepancies need attention`;
  if (others > 0 && open.length > 0) shown.push(`And ${others} more.`);
  return composeMail(kit, {
    text: discrepancyText,
    values: { headline },
    title: headline,
    lines: shown,
    shownLines: list(shown),
    link: `${kit.baseUrl}/admin?section=money&view=discrepancies`,
    after: open.length === 0 ? [] : ["The admin page shows what happened and how to resolve each one."],
    reason: becauseOfPayments,
  });
}

const asSentence = (line: string) => `${line}.`;

function lineOf({ kind, order, amountCents, currency }: MailedDiscrepancy): string {
  const money = amountCents === null || currency === null ? "" : `, ${formatMoney(amountCents, currency)}`;
  return `${kinds[kind]}${order === null ? "" : `, order ${order.number}`}${money}`;
}

/** One email to everyone who gets emails about money. */
async function toStaff<Topic>(tx: Tx, keyName: string, key: string | number, topic: Topic) {
  const readers = await findMoneyReaders(tx);
  return readers.map(({ id, name, email }) => ({
    key: `${key}:${id}`,
    keyName,
    toAddress: email,
    toName: name,
    topic,
  }));
}

/** Tells staff that a buyer's bank opened a dispute, or what it decided, as it is when the email is written. */
const disputeEmail = defineEmail({
  kind: "staff_dispute",
  priority: 1,
  topic: z.object({ disputeId: z.union([z.string(), z.number()]), what: z.string() }),
  isForStaff: true,
  mergedSubject: (count) => `${count} updates about disputes`,
  texts: [
    {
      text: disputeText,
      example: (kit, { event, buyerName }) =>
        writeDispute(
          kit,
          {
            order: { id: exampleOrderId, number: exampleOrderNumber, buyerName },
            event,
            amountCents: 15_000,
            currency: "USD",
            providerRef: "dp_example",
            evidenceDueAt: new Date(event.startsAt),
            reason: "product_not_received",
          },
          "opened",
          event.timeZone,
        ),
      latest: true,
    },
  ],
  triggers: {
    "payment.disputed": ({ disputeId }, tx) => toStaff(tx, "dispute-opened", disputeId, { disputeId, what: "opened" }),
    "payment.dispute_closed": ({ disputeId, outcome }, tx) =>
      toStaff(tx, "dispute-closed", disputeId, { disputeId, what: outcome }),
  },
  async render({ db }, kit, { topic }) {
    const dispute = await findDispute(db, String(topic.disputeId));
    if (dispute === undefined) return undefined;
    const { defaultTimeZone } = await getSettings(db);
    return writeDispute(kit, dispute, topic.what, defaultTimeZone);
  },
});

/** Tells staff about discrepancies, and which were resolved before the email was written. */
const discrepancyEmail = defineEmail({
  kind: "staff_money",
  priority: 1,
  topic: z.object({ count: z.number(), discrepancyIds: z.coerce.string<string>() }),
  isForStaff: true,
  mergedSubject: (count) => `${count} alerts about payments`,
  texts: [
    {
      text: discrepancyText,
      example: (kit, { buyerName }) => {
        const order = {
          id: exampleOrderId,
          number: exampleOrderNumber,
          status: "paid" as const,
          buyerName,
          totalCents: 15_000,
        };
        return writeDiscrepancies(
          kit,
          [
            { kind: "failed_refund", order, amountCents: 2500, currency: "USD", resolved: null },
            { kind: "failed_webhook", order: null, amountCents: null, currency: null, resolved: null },
          ],
          2,
        );
      },
      latest: true,
    },
  ],
  triggers: {
    "money.discrepancies_found": ({ discrepancyIds }, tx) =>
      toStaff(tx, "money-alert", discrepancyIds[0]!, {
        count: discrepancyIds.length,
        discrepancyIds: discrepancyIds.slice(0, maxNamed).join(","),
      }),
  },
  async render({ db }, kit, { topic }) {
    const ids = topic.discrepancyIds.split(",").map(Number);
    return writeDiscrepancies(kit, await findDiscrepanciesById(db, ids), topic.count);
  },
});

/** The emails about money that needs attention: disputes that open and close, and discrepancies. */
export const reconciliationEmails = [disputeEmail, discrepancyEmail];
