import type { Discrepancy, MoneyRepair } from "#contract/reconciliation/discrepancies.ts";
import type { ReconciliationRunRow } from "./runs/store.ts";

/** The properties of a discrepancy that decide how it can be resolved. */
type DiscrepancyDetails = Pick<Discrepancy, "kind" | "order" | "paymentId" | "refundId" | "detail">;

/** A lookup can't fix a different amount, and can't import something that has no id of ours. */
function canAsk(detail: Record<string, unknown>, paymentId: string | null, refundId: string | null): boolean {
  if (detail["what"] === "amount") return false;
  if (detail["item"] === "refund") return refundId !== null || detail["what"] === "unknown_here";
  return paymentId !== null;
}

/** The repairs that fit a discrepancy, the best one first. Resolving it by hand always fits. */
export function repairsFor({ kind, order, paymentId, refundId, detail }: DiscrepancyDetails): MoneyRepair[] {
  switch (kind) {
    case "money_without_ticket":
      if (detail["what"] === "missing_tickets") return ["deliver", "by_hand"];
      return [...(order === null ? [] : ["deliver" as const]), "return_money", "by_hand"];
    case "ticket_without_money":
      return ["ask_provider", "by_hand"];
    case "failed_refund":
      return ["retry_refund", "by_hand"];
    case "external_refund":
      return [...(order === null ? [] : ["void_order" as const, "void_tickets" as const]), "by_hand"];
    case "provider_mismatch":
      return canAsk(detail, paymentId, refundId) ? ["ask_provider", "by_hand"] : ["by_hand"];
    case "failed_webhook":
      return ["replay_webhook", "by_hand"];
  }
}

/** Days of a provider's list to read before progress is stored. */
const spanDays = 30;

/** The next part of a provider's list to read; undefined when all of it is read. */
export function nextSpan(readUntil: Date, until: Date): { from: Date; to: Date } | undefined {
  if (readUntil >= until) return undefined;
  const to = new Date(Math.min(until.getTime(), readUntil.getTime() + spanDays * 86_400_000));
  return { from: readUntil, to };
}

/** How much of a reconciliation run's list is read, 0 to 1. */
export function progressOf({ until, since, readUntil, doneAt }: ReconciliationRunRow): number {
  const whole = until.getTime() - since.getTime();
  const read = readUntil.getTime() - since.getTime();
  return doneAt !== null || whole <= 0 ? 1 : Math.min(1, Math.max(0, read / whole));
}

const blot = "•••";
/** Names of fields whose values are secrets, or are none of the staff's business. */
const secretNames = /secret|token|password|signature|api_?key|fingerprint|cvc|iban|account_number|routing/i;
/** Values that are secrets wherever they appear. */
const secretValues = /\b(?:sk|rk|whsec|pk)_(?:live_|test_)?[A-Za-z0-9]{8,}\b/g;
/** The key in an order's own link, which opens the order. */
const linkKeys = /([?&](?:key|token)=)[^&#\s"]+/g;

/**
 * A webhook event's body, formatted for reading, with all secrets redacted. Anything but JSON isn't shown: nobody knows
 * what it contains.
 */
export function readableBody(body: string): string {
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return `(${Buffer.byteLength(body)} bytes, unreadable)`;
  }
  return JSON.stringify(blotted(read), undefined, 2);
}

function blotted(value: unknown, name = ""): unknown {
  if (value !== null && secretNames.test(name)) return blot;
  if (typeof value === "string") return value.replace(secretValues, blot).replace(linkKeys, `$1${blot}`);
  if (Array.isArray(value)) return value.map((item) => blotted(item));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, blotted(part, key)]));
}
