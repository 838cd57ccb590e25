import { findReachableAdmins } from "#server/modules/accounts/index.ts";
import {
  findDispute,
  findExceptionsById,
  type DisputeRow,
  type ExceptionRow,
} from "#server/modules/reconciliation/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { formatMoney, formatNight } from "#server/platform/format.ts";
import { html, type Html } from "#server/platform/html.ts";
import { insertMails, type DueMail, type NewMail } from "./store.ts";
import { frame, linkButton, type Mail } from "./templates.ts";

/** Lets staff hear of money that needs them: disputes that open and close, and money that does not add up. */
export function hearForStaff(facts: Deps["facts"]): void {
  facts.on("payment.disputed", async (tx, opened) => {
    for (const { disputeId } of opened) {
      const topic = { disputeId, what: "opened" };
      await tellStaff(tx, { dedupeKey: `dispute-opened:${disputeId}`, kind: "staff_dispute", topic });
    }
  });
  facts.on("payment.dispute_closed", async (tx, closed) => {
    for (const { disputeId, outcome } of closed) {
      const topic = { disputeId, what: outcome };
      await tellStaff(tx, { dedupeKey: `dispute-closed:${disputeId}`, kind: "staff_dispute", topic });
    }
  });
  facts.on("money.exceptions_found", async (tx, found) => {
    for (const { exceptionIds } of found) {
      const topic = { count: exceptionIds.length, exceptionIds: exceptionIds.slice(0, mostNamed).join(",") };
      await tellStaff(tx, { dedupeKey: `money-alert:${exceptionIds[0]}`, kind: "staff_money", topic });
    }
  });
}

/** Exceptions that one mail names; the others stand on the desk. */
const mostNamed = 10;

/**
 * Who of the staff gets mails about money: each administrator who has confirmed an address; where none has, the house at its
 * contact address. Nobody on a site that was never told an address.
 */
export async function findMoneyReaders(db: Queryable): Promise<{ id: number; name: string; email: string }[]> {
  const admins = await findReachableAdmins(db);
  if (admins.length > 0) return admins;
  const { contactEmail } = await getSettings(db);
  return contactEmail === null ? [] : [{ id: 0, name: "", email: contactEmail }];
}

async function tellStaff(tx: Tx, mail: Pick<NewMail, "dedupeKey" | "kind" | "topic">): Promise<void> {
  const reached = await findMoneyReaders(tx);
  await insertMails(
    tx,
    reached.map(({ id, name, email }) => ({
      ...mail,
      dedupeKey: `${mail.dedupeKey}:${id}`,
      toAddress: email,
      toName: name,
    })),
  );
}

/** Tells staff that a buyer's bank asks for money back, or what it has decided, as it stands when the mail is written. */
export async function disputeMail({ db, config }: Deps, topic: DueMail["topic"]): Promise<Mail | undefined> {
  const dispute = await findDispute(db, String(topic.disputeId));
  if (dispute === undefined) return undefined;
  const { subject, lines } = disputeWords(dispute, String(topic.what));
  const isKnown = dispute.orderId !== null;
  const link = isKnown
    ? `${config.baseUrl}/ticket-management?order=${dispute.orderId}`
    : `${config.baseUrl}/admin?section=money&view=disputes`;
  return letter(subject, lines, { link, label: isKnown ? "Open the order" : "Open the disputes" });
}

function disputeWords(dispute: DisputeRow, what: string): { subject: string; lines: string[] } {
  const amount = formatMoney(dispute.amountCents, dispute.currency);
  const order = dispute.orderNumber === null ? "an order" : `order ${dispute.orderNumber}`;
  const night = dispute.eventTitle === null ? "" : ` for ${dispute.eventTitle}`;
  const named = `The provider calls it ${dispute.providerRef}.`;
  if (what === "won") {
    return {
      subject: `The dispute about ${order} is won`,
      lines: [
        `The bank decided for us: ${amount} of ${order}${night} is ours. The tickets let people in again.`,
        named,
      ],
    };
  }
  if (what === "lost") {
    return {
      subject: `The dispute about ${order} is lost`,
      lines: [
        `The bank decided for the buyer: ${amount} of ${order}${night} is gone.`,
        "Where nothing of its money is left its tickets are void; otherwise you decide which of them go.",
        named,
      ],
    };
  }
  const until =
    dispute.evidenceDueAt === null
      ? "Hand in your evidence at the provider soon."
      : `Evidence is taken at the provider until ${formatNight(dispute.evidenceDueAt, dispute.timeZone ?? "UTC")}.`;
  return {
    subject: `A bank asks ${amount} of ${order} back`,
    lines: [
      `The buyer's bank disputes ${amount} of ${order}${night}. Its reason: ${dispute.reason.replaceAll("_", " ")}.`,
      "Until it has decided, tickets that nobody came in with let nobody in, and nothing of this money is refunded.",
      until,
      named,
    ],
  };
}

const kinds: Record<ExceptionRow["kind"], string> = {
  money_without_ticket: "Money came in and its tickets are missing",
  ticket_without_money: "Tickets are valid and nothing is kept for them",
  failed_refund: "A refund did not go through",
  refund_elsewhere: "Somebody refunded at the provider; say which tickets it is for",
  provider_mismatch: "The provider's list says something else",
  failed_notice: "A notice of the provider could not be worked on",
};

/** Tells staff of money that does not add up; of what was settled before the mail was written it says so. */
export async function moneyMail({ db, config }: Deps, topic: DueMail["topic"]): Promise<Mail> {
  const ids = String(topic.exceptionIds).split(",").map(Number);
  const named = await findExceptionsById(db, ids);
  const open = named.filter(({ resolvedAt }) => resolvedAt === null);
  const to = { link: `${config.baseUrl}/admin?section=money`, label: "Open the money desk" };
  const count = Number(topic.count) - (named.length - open.length);
  if (open.length === 0) return letter("Money: settled already", named.map(lineOf).map(asSentence), to);
  const others = count - open.length;
  const subject = count === 1 ? `Money: ${lineOf(open[0]!)}` : `${count} things about money need you`;
  const lines = [
    ...open.map(lineOf).map(asSentence),
    ...(others > 0 ? [`And ${others} more.`] : []),
    "The money desk says what happened in each case, and what settles it with one click.",
  ];
  return letter(subject, lines, to);
}

const asSentence = (line: string) => `${line}.`;

function lineOf({ kind, orderNumber, amountCents, currency }: ExceptionRow): string {
  const money = amountCents === null || currency === null ? "" : `, ${formatMoney(amountCents, currency)}`;
  return `${kinds[kind]}${orderNumber === null ? "" : `, order ${orderNumber}`}${money}`;
}

const because = "You get this mail because you look after the money of this house.";

function letter(subject: string, lines: string[], { link, label }: { link: string; label: string }): Mail {
  const paragraph = (line: string): Html => html`<p style="margin:0 0 12px">${line}</p>`;
  const body = html` <h1 style="margin:0 0 12px;font-size:26px;line-height:1.2">${subject}</h1>
    ${lines.map(paragraph)}
    <p style="margin:20px 0 0">
      ${linkButton(label, link)}
    </p>`;
  const text = [subject, "", ...lines.flatMap((line) => [line, ""]), `${label}: ${link}`, "", because].join("\n");
  return { subject, html: frame(subject, body, because), text, codes: [] };
}
