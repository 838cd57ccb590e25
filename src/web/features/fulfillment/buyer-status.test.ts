import { expect, test } from "vitest";
import type { OrderFulfillment } from "#contract/fulfillment/fulfillment.ts";
import { fileSize, statusText } from "./order-fulfillment.tsx";

const line = (toSend: number, shipsOn: string | null = null) => ({
  lineId: "00000000-0000-4000-8000-000000000000",
  name: "Yard Tee",
  picture: null,
  quantity: 2,
  toSend,
  sent: 2 - toSend,
  returned: 0,
  refunded: 0,
  shipsOn,
});
const pickup = (more: object = {}, status: "on" | "canceled" = "on"): OrderFulfillment["pickup"] => ({
  code: null,
  isOnHold: false,
  event: {
    id: 1,
    title: "Velvet Riddim",
    startsAt: "2026-12-05T03:00:00.000Z",
    timeZone: "America/New_York",
    slug: "velvet-riddim",
    status,
    venueName: "The Yard",
    city: "Brooklyn",
  },
  ...more,
});

test.each([
  ["to_ship", [line(2)], null, /^We're packing your order/],
  ["to_ship", [line(2, "2026-12-01")], null, /^Made to order: ships from Tue, Dec 1 on/],
  ["to_ship", [line(2, "2026-12-01"), line(1)], null, /^We're packing your order/],
  ["partly_shipped", [line(1)], null, /^1 item follows/],
  ["partly_shipped", [line(2), line(1)], null, /^3 items follow/],
  ["to_pick_up", [line(2)], pickup(), /^Show this code at the event/],
  ["to_pick_up", [line(2)], pickup({}, "canceled"), /^This event was canceled/],
  ["to_pick_up", [line(2)], pickup({ isOnHold: true }), /^Your bank is disputing/],
  ["picked_up", [line(0)], pickup(), /^You have picked up/],
  ["nothing_left", [line(0)], null, /refunded/],
] as const)("%s reads as it is", (status, lines, at, text) => {
  expect(statusText({ status, lines: [...lines], pickup: at })).toMatch(text);
});

test("what the parcels say isn't said twice", () => {
  expect(statusText({ status: "shipped", lines: [line(0)], pickup: null })).toBeUndefined();
});

test.each([
  [999, "999 bytes"],
  [1500, "1.5 kB"],
  [12_345_678, "12 MB"],
  [2_000_000_000, "2.0 GB"],
])("%i bytes read as %s", (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
