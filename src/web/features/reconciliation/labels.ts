import type {
  Discrepancy,
  DiscrepancyKind,
  MoneyRepair,
  MoneyResolution,
} from "#contract/reconciliation/discrepancies.ts";
import { formatMoney } from "#web/lib/money.ts";
import { type BadgeLabel, gone, plain, soon } from "#web/ui/badge.tsx";

export const kinds: Record<DiscrepancyKind, BadgeLabel> = {
  money_without_ticket: gone("Paid, no ticket"),
  ticket_without_money: gone("Ticket, not paid"),
  failed_refund: soon("Failed refund"),
  external_refund: soon("External refund"),
  provider_mismatch: soon("Provider mismatch"),
  failed_webhook: plain("Failed webhook"),
};

/** The label of each repair button, and the toast when it's done. */
export const repairs: Record<MoneyRepair, { label: string; done: string }> = {
  deliver: { label: "Complete order", done: "Order completed" },
  return_money: { label: "Refund payment", done: "The refund is on its way" },
  retry_refund: { label: "Retry refund", done: "Refund retried" },
  void_order: { label: "Void order", done: "Order voided" },
  void_tickets: { label: "Void tickets", done: "Tickets voided" },
  ask_provider: { label: "Accept provider's status", done: "Our ledger now matches the provider" },
  replay_webhook: { label: "Replay webhook", done: "Webhook replayed" },
  by_hand: { label: "Resolve manually", done: "Marked as resolved" },
};

/** How a discrepancy was resolved, as text. */
export const resolutions: Record<MoneyResolution, string> = {
  gone: "resolved automatically",
  deliver: "order completed",
  return_money: "payment refunded",
  retry_refund: "refund retried",
  void_order: "order voided",
  void_tickets: "tickets voided",
  ask_provider: "provider's status accepted",
  replay_webhook: "webhook replayed",
  by_hand: "resolved manually",
};

const textOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** A cause as a sentence ending: ": card is closed." */
function because(cause: unknown): string {
  const text = textOf(cause)
    .replace(/^(\w*Error): /, "")
    .replace(/[.\s]+$/, "");
  return text === "" ? "." : `: ${text}.`;
}

/** The status of an order that has money but isn't paid, as the end of "but the order is …". */
const orderWords: Record<string, string> = {
  awaiting_payment: "not paid",
  paying: "not paid",
  partially_refunded: "partly refunded",
};

/** What happened, in one sentence. */
export function whatHappened(discrepancy: Discrepancy): string {
  const { kind, amountCents, currency, order, detail } = discrepancy;
  const money = amountCents === null || currency === null ? "Money" : formatMoney(amountCents, currency);
  const what = textOf(detail["what"]);
  switch (kind) {
    case "money_without_ticket":
      if (what === "missing_tickets")
        return `${ticketsOf(detail["missing"])} of a paid order ${areOf(detail["missing"])} missing.`;
      return order === null
        ? `${money} was paid for an order that doesn't exist.`
        : `${money} was paid, but the order is ${orderWords[order.status] ?? order.status}.`;
    case "ticket_without_money":
      return `${ticketsOf(detail["tickets"])} ${areOf(detail["tickets"])} valid, but none of the ${money} payment is left.`;
    case "failed_refund":
      return what === "not_sent"
        ? `${money} couldn't be refunded yet${because(detail["failure"])}`
        : `The payment provider didn't refund ${money}${because(detail["failure"])}`;
    case "external_refund":
      return `${money} was refunded at the payment provider, but no one has said which tickets it's for.`;
    case "provider_mismatch":
      return mismatch(what, money, detail);
    case "failed_webhook":
      return `A webhook from ${textOf(detail["provider"]) === "stripe" ? "Stripe" : "the payment provider"} couldn't be processed${because(detail["error"])}`;
  }
}

function ticketsOf(count: unknown): string {
  return count === 1 ? "1 ticket" : `${textOf(count)} tickets`;
}
const areOf = (count: unknown) => (count === 1 ? "is" : "are");

function mismatch(what: string, money: string, detail: Record<string, unknown>): string {
  const item = textOf(detail["item"]) || "payment";
  const theirs = detail["theirs"] as { amountCents?: number; currency?: string; status?: string } | undefined;
  switch (what) {
    case "unknown_here":
      return `The payment provider lists a ${item} of ${money} that we don't have.`;
    case "unknown_there":
      return `We have a ${item} of ${money} that the payment provider doesn't list.`;
    case "amount":
      return `We have a ${item} of ${money}, but the payment provider says ${formatMoney(theirs?.amountCents ?? 0, theirs?.currency ?? "USD")}.`;
    default:
      return `A ${item} of ${money} is ${textOf(detail["ours"]) || "different"} here and ${theirs?.status ?? "different"} at the payment provider.`;
  }
}
