import type { AuditAction, AuditTarget, NamedAction, NamedTarget } from "#contract/audit.ts";

/**
 * Names that the log keeps for good where the product has since chosen other ones. Entries are hash-chained, so what is
 * stored never changes; it is translated on the way in and out, and one action has one stored name.
 */
const targets: Record<string, string> = {
  event: "night",
  discrepancy: "exception",
  reconciliation_run: "comparison",
  webhook_event: "notice",
} satisfies Partial<Record<NamedTarget, string>>;

const actions: Record<string, string> = {
  "event.canceled": "night.cancelled",
  "event.rescheduled": "night.moved",
  "event.capacity_changed": "night.people_changed",
  "event.holders_notified": "night.holders_told",
  "event.holders_not_notified": "night.holders_not_told",
  "ticket.canceled": "ticket.cancelled",
  "order.note_deleted": "order.note_struck",
  "discrepancy.resolved": "exception.settled",
} satisfies Partial<Record<NamedAction, string>>;

/** Fields of what an action changed, by their former names. */
const fields: Record<string, string> = { night: "event", placeForSale: "spotForSale", placesBack: "spotsReturned" };

const invert = (names: Record<string, string>) =>
  new Map(Object.entries(names).map(([name, stored]) => [stored, name]));
const targetOf = invert(targets);
const actionOf = invert(actions);

/** How the log stores a kind of target. */
export const storedTarget = (kind: AuditTarget): string => targets[kind] ?? kind;

/** How the log stores an action: by its own name, or with its target's. */
export function storedAction(action: AuditAction): string {
  const [kind = "", what] = action.split(".");
  return actions[action] ?? `${storedTarget(kind)}.${what}`;
}

/** A stored kind of target, as the contract names it. */
export const readTarget = (stored: string): AuditTarget => targetOf.get(stored) ?? stored;

/** A stored action, as the contract names it. */
export function readAction(stored: string): AuditAction {
  const [kind = "", what] = stored.split(".");
  return (actionOf.get(stored) ?? `${readTarget(kind)}.${what}`) as AuditAction;
}

/** Stored details, with the names that their fields have today. */
export const readDetails = (stored: Record<string, unknown> | null): Record<string, unknown> | null =>
  stored && Object.fromEntries(Object.entries(stored).map(([name, value]) => [fields[name] ?? name, value]));
