import { expect, test } from "vitest";
import { NamedAction, NamedTarget } from "#contract/audit.ts";
import { readAction, readDetails, readTarget, storedAction, storedTarget } from "./stored-names.ts";

test.each([
  ["event.created", "night.created"],
  ["event.canceled", "night.cancelled"],
  ["event.rescheduled", "night.moved"],
  ["discrepancy.repaired", "exception.repaired"],
  ["discrepancy.resolved", "exception.settled"],
  ["reconciliation_run.started", "comparison.started"],
  ["webhook_event.replayed", "notice.replayed"],
  ["ticket.canceled", "ticket.cancelled"],
  ["ticket.moved", "ticket.moved"],
  ["promo_code.created", "promo_code.created"],
  ["venue_note.deleted", "venue_note.deleted"],
] as const)("%s is stored as %s", (action, stored) => {
  expect(storedAction(action)).toBe(stored);
  expect(readAction(stored)).toBe(action);
});

test("every action and target reads back as it was stored, and no two share a stored name", () => {
  const actions = NamedAction.options.map(storedAction);
  expect(actions.map(readAction)).toEqual(NamedAction.options);
  expect(new Set(actions).size).toBe(actions.length);
  const targets = NamedTarget.options.map(storedTarget);
  expect(targets.map(readTarget)).toEqual(NamedTarget.options);
  expect(new Set(targets).size).toBe(targets.length);
});

test("details of old entries are read with today's names", () => {
  expect(readDetails({ night: "Soca Supper", tickets: 2 })).toEqual({ event: "Soca Supper", tickets: 2 });
  expect(readDetails(null)).toBeNull();
});
