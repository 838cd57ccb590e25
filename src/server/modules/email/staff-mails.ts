import { findReachableAdmins } from "#server/modules/accounts/index.ts";
import {
  findDispute,
  findDiscrepanciesById,
  type DisputeRow,
  type DiscrepancyRow,
} from "#server/modules/reconciliation/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { formatMoney, formatDateTime } from "#server/platform/format.ts";
import type { NewMail } from "./new-mail.ts";
import { insertMails, type DueMail } from "./store.ts";
import { list, frame, linkButton, paragraph } from "./layout.ts";
import { composeMail, type Mail, type MailKit } from "./templates.ts";
import { Html } from "#server/platform/html.ts";

/** Emails staff about money that needs attention: disputes that open and close, and discrepancies. */
export function subscribeToStaffAlerts(bus: Deps["bus"]): void {
  bus.on("payment.disputed", async (tx, opened) => {
    for (const { disputeId } of opened) {
      const topic = { disputeId, what: "opened" };
      await emailStaff(tx, { dedupeKey: `dispute-opened:${disputeId}`, kind: "staff_dispute", topic });
    }
  });
  bus.on("payment.dispute_closed", async (tx, closed) => {
    for (const { disputeId, outcome } of closed) {
      const topic = { disputeId, what: outcome };
      await emailStaff(tx, { dedupeKey: `dispute-closed:${disputeId}`, kind: "staff_dispute", topic });
    }
  });
  bus.on("money.discrepancies_found", async (tx, found) => {
    for (const { discrepancyIds } of found) {
      const topic = { count: discrepancyIds.length, discrepancyIds: discrepancyIds.slice(0, maxNamed).join(",") };
      await emailStaff(tx, { dedupeKey: `money-alert:${discrepancyIds[0]}`, kind: "staff_money", topic });
    }
  });
}

/** Discrepancies that one email lists; the rest are on the admin page. */
const maxNamed = 10;

/**
 * Who gets emails about money: each admin with a confirmed address, or the site's contact address when there is none.
 * Nobody when the site has no address either.
 */
export async function findMoneyReaders(db: Queryable): Promise<{ id: number; name: string; email: string }[]> {
  const admins = await findReachableAdmins(db);
  if (admins.length > 0) return admins;
  const { contactEmail } = await getSettings(db);
  return contactEmail === null ? [] : [{ id: 0, name: "", email: contactEmail }];
}

async function emailStaff(tx: Tx, mail: Pick<NewMail, "dedupeKey" | "kind" | "topic">): Promise<void> {
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

/** Tells staff that a buyer's bank opened a dispute, or what it decided, as it is when the email is written. */
export async function disputeMail({ db }: Deps, kit: MailKit, topic: DueMail["topic"]): Promise<Mail | undefined> {
  const dispute = await findDispute(db, String(topic.disputeId));
  if (dispute === undefined) return undefined;
  const { defaultTimeZone } = await getSettings(db);
  return writeDispute(kit, dispute, String(topic.what), defaultTimeZone);
}

/** What an email says of a dispute. */
type MailedDispute = Pick<
  DisputeRow,
  "order" | "event" | "amountCents" | "currency" | "providerRef" | "evidenceDueAt" | "reason"
>;

/** Tells about a dispute: what is at stake and what to do, or what the bank decided. */
export function writeDispute(kit: MailKit, dispute: MailedDispute, what: string, brandZone: string): Mail {
  const { subject: headline, lines } = disputeTemplate(dispute, what, brandZone);
  const { order } = dispute;
  return composeMail(kit, {
    kind: "staff_dispute",
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

/** Tells staff about discrepancies, and which were resolved before the email was written. */
export async function moneyMail({ db }: Deps, kit: MailKit, topic: DueMail["topic"]): Promise<Mail> {
  const ids = String(topic.discrepancyIds).split(",").map(Number);
  return writeDiscrepancies(kit, await findDiscrepanciesById(db, ids), Number(topic.count));
}

/** What an email says of a discrepancy. */
type MailedDiscrepancy = Pick<DiscrepancyRow, "kind" | "order" | "amountCents" | "currency" | "resolved">;

/** Lists discrepancies. @param total how many there are, of which some may not be named */
export function writeDiscrepancies(kit: MailKit, named: MailedDiscrepancy[], total: number): Mail {
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
    kind: "staff_money",
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

/** Why staff get emails about money. */
export const becauseOfPayments = "You're receiving this email because you handle payments for Savage Gentlemen.";

/** The email that staff send to see whether email works. */
export function doctorMail(baseUrl: string): Mail {
  const subject = "Email works";
  const line = "Your site sent this test. Check that it isn't in the spam folder and that the sender looks right.";
  const button = { label: "Open your site", link: baseUrl };
  const page = frame({
    baseUrl,
    title: subject,
    preheader: line,
    heading: subject,
    body: new Html(`${paragraph(line).text}${linkButton(button.label, button.link).text}`),
    reason: "You're receiving this because someone on your team sent a test.",
    contactEmail: null,
  });
  return { subject, html: page, text: `${line}\n\n${baseUrl}`, codes: [], brief: { lines: [line], links: [button] } };
}
