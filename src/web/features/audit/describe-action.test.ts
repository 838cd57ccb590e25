import { expect, test } from "vitest";
import { describeAction } from "./describe-action.ts";

test.each([
  [{ tickets: 1 }, "1 ticket"],
  [{ tickets: 2, items: 0, hasShipping: false }, "2 tickets"],
  [{ tickets: 0, items: 1, hasShipping: false }, "1 item"],
  [{ tickets: 0, items: 0, hasShipping: true }, "shipping"],
  [{ tickets: 1, items: 3, hasShipping: true }, "1 ticket, 3 items, and shipping"],
])("a refund of %o says what it was", (what, said) => {
  const after = { number: "SG-1", ...what };
  expect(describeAction({ action: "order.refunded", before: null, after })).toBe(`refunded ${said} from order SG-1`);
});

test.each([
  ["grant.created", { permission: "box_office", event: "Sunset Fete" }, "gave Box office permission for Sunset Fete"],
  ["grant.changed", { permission: "finance" }, "changed Finance permission for all events"],
  ["grant.ended", { permission: "promoter", promoter: "Crew" }, "removed Promoter permission for Crew"],
  ["grant.ended", null, "removed a staff permission"],
  ["scan.conflict_resolved", null, "resolved an offline scan"],
] as const)("%s of %o reads %s", (action, after, sentence) => {
  expect(describeAction({ action, before: null, after })).toBe(sentence);
});
