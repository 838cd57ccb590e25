import { expect, test } from "vitest";
import type { PickupResult } from "#contract/fulfillment/pickups.ts";
import { isPickupCode, pickupLabels } from "./pickup-labels.ts";

const zone = "America/New_York";
const handover = {
  id: "00000000-0000-4000-8000-000000000000",
  at: "2026-12-05T03:05:00.000Z",
  by: "Dee",
  gate: "Merch",
};
const result = (more: Partial<PickupResult>): PickupResult => ({ verdict: "ready", items: [], ...more });

test("a second look says when, by whom and where it was handed over", () => {
  expect(pickupLabels(result({ verdict: "handed_over", handover }), zone).details).toEqual([
    "Fri, Dec 4, 10:05 PM by Dee",
    "Gate: Merch",
  ]);
  const nobody = { ...handover, by: null, gate: null };
  expect(pickupLabels(result({ verdict: "handed_over", handover: nobody }), zone).details).toEqual([
    "Fri, Dec 4, 10:05 PM",
  ]);
});

test("a pickup elsewhere names the event, and what this screen handed over is green", () => {
  const rightEvent = { id: 2, title: "Soca on the Hudson", startsAt: "2026-12-06T01:00:00.000Z", timeZone: zone };
  const elsewhere = pickupLabels(result({ verdict: "wrong_event", rightEvent }), zone);
  expect(elsewhere).toMatchObject({ tone: "elsewhere", details: ["Soca on the Hudson", "Sat, Dec 5, 8:00 PM"] });
  expect(pickupLabels(result({ handover }), zone, true)).toEqual({ tone: "go", headline: "Handed over", details: [] });
});

test.each([
  [`SP${"0".repeat(36)}`, true],
  [`SG${"0".repeat(36)}`, false],
  [`SP${"0".repeat(35)}`, false],
])("whether %s is the code of a pickup", (code, is) => {
  expect(isPickupCode(code)).toBe(is);
});
