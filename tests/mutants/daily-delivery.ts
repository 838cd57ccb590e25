import { part } from "./mutant.ts";

const delivery = "src/server/modules/delivery";
const fulfillment = "src/server/modules/fulfillment";
const webDelivery = "src/web/features/delivery";
const webFulfillment = "src/web/features/fulfillment";

/** Slips of an ordinary workday, on the server and on screens. */
export const dailyDelivery = part({
  name: "daily-delivery",
  tests: [
    delivery,
    "src/contract/delivery",
    "tests/delivery",
    webDelivery,
    "tests/components/staff/delivery",
    "tests/components/checkout/cart-checkout",
  ],
  mutants: [
    {
      id: "free-shipping-a-cent-later",
      file: "src/contract/delivery/rules.ts",
      today: "goodsCents >= freeFromCents ? 0",
      fault: "goodsCents > freeFromCents ? 0",
      harm: "A buyer with merch for exactly $75 pays for shipping that's free from $75.",
    },
    {
      id: "pickups-without-tax",
      file: `${delivery}/prepare.ts`,
      today: "...priceOf(tables, placeOfPickup(found), lines, 0),",
      fault: "...priceOf(tables, undefined, lines, 0),",
      harm: "Buyers who pick up pay no sales tax, and the organizer owes it.",
    },
    {
      id: "own-event-last-among-pickups",
      file: `${delivery}/store.ts`,
      today: "::bigint[]) desc, e.starts_at, e.id",
      fault: "::bigint[]), e.starts_at, e.id",
      harm: "A buyer of tickets for the thirteenth event can't pick up their shirt there.",
    },
    {
      id: "last-zip-of-a-range-untaxed",
      file: `${delivery}/store.ts`,
      today: "and p.zip <= t.zip_to)",
      fault: "and p.zip < t.zip_to)",
      harm: "Buyers in the last ZIP Code of a range pay the state's rate instead of their city's.",
    },
    {
      id: "edit-drops-free-shipping",
      file: `${webDelivery}/settings/rate-dialog.tsx`,
      today: "freeFrom: writeAmount(rate?.freeFromCents),",
      fault: 'freeFrom: "",',
      harm: "Staff rename a shipping rate, and shipping isn't free from $75 anymore.",
    },
    {
      id: "chosen-rate-not-ordered",
      file: `${webDelivery}/checkout/delivery-draft.ts`,
      today: 'address: line2.trim() === "" ? address : { ...address, line2 }, ...idOf(rateId) };',
      fault: 'address: { ...address, ...(line2.trim() === "" ? {} : { line2 }), ...idOf(rateId) } };',
      harm: "A buyer chooses Express for the weekend and gets the slow, cheapest shipping.",
    },
    {
      id: "pickup-day-in-another-zone",
      file: `${webDelivery}/checkout/delivery-fields.tsx`,
      today: "formatLongDate(startsAt, timeZone)",
      fault: 'formatLongDate(startsAt, timeZone && "UTC")',
      harm: "A buyer reads that they pick up on Sunday what is handed out on Saturday night.",
    },
  ],
});

/** Slips of an ordinary workday, on the server and on screens. */
export const dailyFulfillment = part({
  name: "daily-fulfillment",
  tests: [
    fulfillment,
    "tests/fulfillment/shipping",
    "tests/fulfillment/pickups",
    "tests/fulfillment/returns",
    "tests/email/shop-orders",
    webFulfillment,
    "tests/components/staff/fulfillment",
    "tests/components/tickets/items",
  ],
  mutants: [
    {
      id: "in-stock-waits-for-pre-order",
      file: `${fulfillment}/store.ts`,
      today: "case when bool_or(v.preorder_ships_on is null) then null",
      fault: "case when bool_and(v.preorder_ships_on is null) then null",
      harm: "An order of a shirt in stock and a pre-ordered one isn't counted as to ship for weeks.",
    },
    {
      id: "left-pickups-of-canceled-events",
      file: `${fulfillment}/list-store.ts`,
      today: "(e.ends_at <= clock_now() or e.status = 'canceled')",
      fault: "e.ends_at <= clock_now()",
      harm: "Nobody is told that buyers wait for items at an event that was canceled.",
    },
    {
      id: "voided-parcel-shown-to-buyer",
      file: `${fulfillment}/show.ts`,
      today: "(await store.findShipments(db, orderId)).filter(({ voidedAt }) => voidedAt === null);",
      fault: "await store.findShipments(db, orderId);",
      harm: "A buyer tracks a parcel that was never sent.",
    },
    {
      id: "new-tracking-number-unmailed",
      file: `${fulfillment}/sending.ts`,
      today: "const change = Date.now();",
      fault: "const change = 0;",
      harm: "Staff are told that the buyer gets the new tracking number by email. The buyer doesn't.",
    },
    {
      id: "return-before-its-quote",
      file: `${webFulfillment}/return-dialog.tsx`,
      today: "disabled={isNone || isReading}",
      fault: "disabled={isNone}",
      harm: "Staff press Record return before the amount is known, and it fails or refunds another amount.",
    },
    {
      id: "pick-list-of-every-event",
      file: `${webFulfillment}/fulfillment-section.tsx`,
      today: 'const pick: PickListProps["query"] = { show, eventId: list.values["event"] };',
      fault: 'const pick: PickListProps["query"] = { show, eventId: undefined };',
      harm: "Staff pack for Saturday's event what belongs to every other one.",
    },
    {
      id: "buttons-on-voided-parcels",
      file: `${webFulfillment}/sent-list.tsx`,
      today: "{children && !over && <p",
      fault: "{children && <p",
      harm: "A voided parcel still has Void and Change tracking, which fail.",
    },
  ],
});
