import type { MoneyException, MoneyExceptionKind, MoneyRepair, MoneyResolution } from "#contract/money-exceptions.ts";
import { formatMoney } from "#web/lib/money.ts";
import type { BadgeWords } from "#web/ui/badge.tsx";

export const kinds: Record<MoneyExceptionKind, BadgeWords> = {
  money_without_ticket: { label: "Money, no ticket", tone: "gone" },
  ticket_without_money: { label: "Ticket, no money", tone: "gone" },
  failed_refund: { label: "Failed refund", tone: "soon" },
  refund_elsewhere: { label: "Refunded elsewhere", tone: "soon" },
  provider_mismatch: { label: "Provider differs", tone: "soon" },
  failed_notice: { label: "Failed notice", tone: "plain" },
};

/** What a button that settles an exception says. */
export const repairs: Record<MoneyRepair, { label: string; done: string }> = {
  deliver: { label: "Deliver the tickets", done: "The tickets are delivered" },
  return_money: { label: "Send the money back", done: "The money is on its way back" },
  retry_refund: { label: "Try the refund again", done: "The refund is being sent again" },
  void_order: { label: "Void the whole order", done: "The order's tickets are void" },
  void_tickets: { label: "Choose the tickets", done: "The tickets are void" },
  ask_provider: { label: "Take the provider's word", done: "Our books say what the provider says" },
  replay_notice: { label: "Replay the notice", done: "The notice is worked on" },
  by_hand: { label: "Settled by hand", done: "Marked as settled" },
};

/** How an exception was settled, as one says of it. */
export const resolutions: Record<MoneyResolution, string> = {
  gone: "settled by itself",
  deliver: "tickets delivered",
  return_money: "money sent back",
  retry_refund: "refund tried again",
  void_order: "the order's tickets voided",
  void_tickets: "tickets voided",
  ask_provider: "provider's word taken",
  replay_notice: "notice replayed",
  by_hand: "settled by hand",
};

const textOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** A cause as the end of a sentence: ": card is closed." */
function because(cause: unknown): string {
  const text = textOf(cause)
    .replace(/^(\w*Error): /, "")
    .replace(/[.\s]+$/, "");
  return text === "" ? "." : `: ${text}.`;
}

/** What happened, in one sentence. */
export function whatHappened(exception: MoneyException): string {
  const { kind, amountCents, currency, order, detail } = exception;
  const money = amountCents === null || currency === null ? "Money" : formatMoney(amountCents, currency);
  const what = textOf(detail["what"]);
  switch (kind) {
    case "money_without_ticket":
      if (what === "missing_tickets")
        return `${ticketsOf(detail["missing"])} of a paid order ${areOf(detail["missing"])} missing.`;
      return order === null
        ? `${money} came in for an order that is not there.`
        : `${money} came in, and the order is ${order.status.replaceAll("_", " ")}.`;
    case "ticket_without_money":
      return `${ticketsOf(detail["tickets"])} ${areOf(detail["tickets"])} valid, and nothing of ${money} is kept.`;
    case "failed_refund":
      return what === "not_sent"
        ? `${money} could not be sent back yet${because(detail["failure"])}`
        : `The provider did not send ${money} back${because(detail["failure"])}`;
    case "refund_elsewhere":
      return `${money} was refunded at the provider, and nobody has said which tickets it is for.`;
    case "provider_mismatch":
      return mismatch(what, money, detail);
    case "failed_notice":
      return `A notice of ${textOf(detail["provider"]) || "the provider"} could not be worked on${because(detail["error"])}`;
  }
}

function ticketsOf(count: unknown): string {
  return count === 1 ? "1 ticket" : `${textOf(count)} tickets`;
}
const areOf = (count: unknown) => (count === 1 ? "is" : "are");

function mismatch(what: string, money: string, detail: Record<string, unknown>): string {
  const item = textOf(detail["item"]) || "payment";
  const theirs = detail["theirs"] as { amountCents?: number; currency?: string; state?: string } | undefined;
  switch (what) {
    case "unknown_here":
      return `The provider lists a ${item} of ${money} that we know nothing of.`;
    case "unknown_there":
      return `We have a ${item} of ${money} that the provider does not list.`;
    case "amount":
      return `We have a ${item} of ${money}, the provider says ${formatMoney(theirs?.amountCents ?? 0, theirs?.currency ?? "USD")}.`;
    default:
      return `A ${item} of ${money} is ${textOf(detail["ours"]) || "another"} here and ${theirs?.state ?? "another"} at the provider.`;
  }
}
