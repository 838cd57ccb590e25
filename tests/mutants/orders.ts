import { part } from "./mutant.ts";

const home = "src/server/modules/orders";
const stock = "src/server/modules/inventory";

export const orders = part({
  name: "orders",
  tests: [
    "tests/orders",
    "tests/comps",
    "tests/ticket-changes",
    "tests/refunds",
    "tests/payments",
    "tests/api/access",
    "tests/events/called-off",
    home,
  ],
  mutants: [
    {
      id: "expired-order-keeps-stock",
      file: `${home}/complete.ts`,
      today: "await releaseHolds(tx, over);",
      fault: "",
      harm: "Tickets of a failed payment never go back on sale.",
    },
    {
      id: "one-open-order-too-many",
      file: `${home}/place.ts`,
      today: "count >= maxLiveOrders",
      fault: "count > maxLiveOrders",
      harm: "One person holds the tickets of six orders while others find the event sold out.",
    },
    {
      id: "one-network-holds-all",
      file: `${home}/fair-share/rules.ts`,
      today: "Math.floor(networkShare * unsold)",
      fault: "unsold",
      harm: "One address holds every ticket, and everyone else finds the event in carts.",
    },
    {
      id: "named-buyer-shut-out",
      file: `${home}/rules.ts`,
      today: "return emailConfirmed ? [account] : [account,",
      fault: "return [account,",
      harm: "A stranger who types someone's email uses up what they can buy.",
    },
    {
      id: "tiers-open-by-holds",
      file: "src/server/modules/events/ticket-types/sale-store.ts",
      today: "select s.capacity - s.sold from",
      fault: "select s.capacity - s.held - s.sold from",
      harm: "Someone who pays nothing opens the next price for good.",
    },
    {
      id: "fee-back-twice",
      file: `${home}/refunds/rules.ts`,
      today: "feeCents: share.feeCents - returned.feeCents,",
      fault: "feeCents: share.feeCents,",
      harm: "The organizer refunds a ticket's fee twice.",
    },
    {
      id: "limit-forgets-open-orders",
      file: `${home}/person-limits/store.ts`,
      today: "h.status in ('active', 'consumed')",
      fault: "h.status = 'consumed'",
      harm: "A reseller gets around the limit per person by opening several orders before paying.",
    },
    {
      id: "orders-open-to-unconfirmed",
      file: `${home}/read.ts`,
      today: "return principal.email !== null && principal.email === email;",
      fault: "return principal.email === null || principal.email === email;",
      harm: "Every account without a confirmed email can open everyone's orders with their codes.",
    },
    {
      id: "money-of-canceled-event-kept",
      file: `${home}/complete.ts`,
      today: 'else if (canceled.has(subjectId)) queueRefund(paymentId, "event_canceled");',
      fault: "",
      harm: "A buyer whose payment arrives after the event was canceled gets neither tickets nor a refund.",
    },
    {
      id: "package-brings-one-ticket",
      file: "src/server/modules/tickets/purchasable.ts",
      today: "count: line.quantity * line.piecesPerUnit,",
      fault: "count: line.quantity,",
      harm: "Four friends who bought a table for four have one ticket between them.",
    },
    {
      id: "move-frees-a-spot",
      file: `${stock}/service.ts`,
      today: "net.set(stockId, (net.get(stockId) ?? 0) - quantity);",
      fault: "net.set(stockId, -quantity);",
      harm: "Moving a ticket within an event puts a taken spot on sale: the venue gets too full.",
    },
  ],
});
