import { expect, test } from "vitest";
import {
  canReturn,
  chooseUnits,
  countByLine,
  countUnits,
  countUses,
  isToSend,
  checkPickup,
  statusOf,
  toUnits,
  trackingUrl,
} from "./rules.ts";

const lines = [
  { lineId: "tee", quantity: 3 },
  { lineId: "box", quantity: 1 },
];
const at = (...positions: number[]) => positions.map((position) => ({ lineId: "tee", position }));
const none = { sent: [], returned: [], refunded: [] };

test.each([
  ["nothing happened", none, { toSend: 3, sent: 0, returned: 0, refunded: 0 }],
  ["one was sent", { ...none, sent: at(2) }, { toSend: 2, sent: 1, returned: 0, refunded: 0 }],
  ["an unsent one was refunded", { ...none, refunded: at(1) }, { toSend: 2, sent: 0, returned: 0, refunded: 1 }],
  [
    "a sent one was refunded",
    { ...none, sent: at(1), refunded: at(1) },
    { toSend: 2, sent: 1, returned: 0, refunded: 1 },
  ],
  [
    "one was sent and came back, another was refunded",
    { sent: at(1), returned: at(1), refunded: at(2) },
    { toSend: 1, sent: 1, returned: 1, refunded: 1 },
  ],
  ["all were sent", { ...none, sent: at(1, 2, 3) }, { toSend: 0, sent: 3, returned: 0, refunded: 0 }],
])("the units of a line after %s", (_, records, counts) => {
  const teeUnits = toUnits(lines, records).filter(({ lineId }) => lineId === "tee");
  expect(countUnits(teeUnits, false)).toEqual(counts);
  expect(countUnits(teeUnits, true)).toEqual({ ...counts, toSend: 0 });
});

test.each([
  ["ship", 0, 0, "nothing_left"],
  ["ship", 2, 0, "to_ship"],
  ["ship", 1, 1, "partly_shipped"],
  ["ship", 0, 2, "shipped"],
  ["pickup", 0, 0, "nothing_left"],
  ["pickup", 2, 0, "to_pick_up"],
  ["pickup", 1, 1, "partly_picked_up"],
  ["pickup", 0, 2, "picked_up"],
] as const)("%s with %i to send and %i sent is %s", (method, toSend, sent, status) => {
  expect(statusOf(method, { toSend, sent })).toBe(status);
});

test("units are chosen in order, lines that are named twice count together, and never more than there are", () => {
  const units = toUnits(lines, { sent: at(1), returned: [], refunded: at(2) });
  const choose = (quantity: number, more: { lineId: string; quantity: number }[] = []) =>
    chooseUnits(units, [{ lineId: "tee", quantity }, ...more], isToSend);
  expect(choose(1)).toEqual(at(3));
  expect(choose(2)).toBeUndefined();
  expect(choose(1, [{ lineId: "tee", quantity: 1 }])).toBeUndefined();
  expect(choose(1, [{ lineId: "box", quantity: 1 }])).toEqual([...at(3), { lineId: "box", position: 1 }]);
  expect(chooseUnits(units, [{ lineId: "tee", quantity: 1 }], canReturn)).toEqual(at(1));
  expect(chooseUnits(units, [{ lineId: "tee", quantity: 2 }], canReturn)).toBeUndefined();
  expect(countByLine([...at(1, 2), { lineId: "box", position: 1 }])).toEqual([
    { lineId: "tee", quantity: 2 },
    { lineId: "box", quantity: 1 },
  ]);
});

const shown = {
  eventId: 1,
  doorEventId: 1,
  isCurrent: true,
  isCanceled: false,
  isOnHold: false,
  toSend: 2,
  isHandedOver: false,
};
test.each([
  ["everything is there", {}, "ready"],
  ["a part is left", { isHandedOver: true }, "ready"],
  ["it was handed over", { toSend: 0, isHandedOver: true }, "handed_over"],
  ["it was refunded", { toSend: 0 }, "void"],
  ["it was sent by mail instead", { toSend: 0 }, "void"],
  ["it is picked up elsewhere", { doorEventId: 2, isOnHold: true }, "wrong_event"],
  ["a newer code was sent", { isCurrent: false }, "void"],
  ["the event was canceled", { isCanceled: true }, "void"],
  ["its payment is disputed", { isOnHold: true }, "on_hold"],
  ["it is shipped", { eventId: null }, "void"],
])("a pickup of which %s", (_, more, verdict) => {
  expect(checkPickup({ ...shown, ...more })).toBe(verdict);
});

test.each([
  ["usps", "9400 1000", "https://tools.usps.com/go/TrackConfirmAction?tLabels=94001000"],
  ["ups", "1Z&x", "https://www.ups.com/track?tracknum=1Z%26x"],
  ["fedex", "12", "https://www.fedex.com/fedextrack/?trknbr=12"],
  ["dhl", "12", "https://www.dhl.com/us-en/home/tracking.html?tracking-id=12"],
  ["other", "12", null],
  ["usps", "  ", null],
  ["usps", null, null],
] as const)("the tracking page of %s %s", (carrier, tracking, url) => {
  expect(trackingUrl(carrier, tracking)).toBe(url);
});

test.each([
  ["nothing sent", 0, 100, 1, { uses: 0, maxUses: 25 }],
  ["a begun download counts as one", 1, 100, 1, { uses: 1, maxUses: 25 }],
  ["exactly one", 100, 100, 1, { uses: 1, maxUses: 25 }],
  ["one and a part, of two copies", 101, 100, 2, { uses: 2, maxUses: 50 }],
  ["a file that isn't there yet", 500, undefined, 1, { uses: 0, maxUses: 25 }],
  ["an empty file", 500, 0, 3, { uses: 0, maxUses: 75 }],
])("uses of a file: %s", (_, bytesSent, fileBytes, quantity, expected) => {
  expect(countUses(bytesSent, fileBytes, quantity)).toEqual(expected);
});
