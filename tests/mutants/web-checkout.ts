import { part } from "./mutant.ts";

const orders = "src/web/features/orders";
const tickets = "src/web/features/tickets";

export const webCheckout = part({
  name: "web-checkout",
  tests: [
    "tests/components/checkout",
    "tests/components/tickets",
    "tests/components/events",
    orders,
    tickets,
    "src/web/lib",
    "src/web/features/refunds",
  ],
  journeys: [
    "journeys/buy-a-ticket",
    "journeys/buy-by-keys",
    "journeys/money-failures",
    "journeys/promotions",
    "journeys/refunds",
    "journeys/page-check-member",
  ],
  mutants: [
    {
      id: "pays-a-price-nobody-saw",
      file: "src/web/pages/checkout-page.tsx",
      today: "order.totalCents === shownCents",
      fault: "true",
      harm: "A buyer pays a price that rose after it was shown.",
    },
    {
      id: "discount-not-sent",
      file: `${orders}/new-order.tsx`,
      today: "...code,",
      fault: "",
      harm: "The checkout shows the discount, but the buyer pays the full price.",
    },
    {
      id: "typed-code-doesnt-count",
      file: `${orders}/promo-code.tsx`,
      today: "onType(code);",
      fault: "",
      harm: "A buyer who types a promo code and doesn't press Apply pays the full price.",
    },
    {
      id: "second-order-without-a-warning",
      file: `${orders}/other-orders.tsx`,
      today: "setStopped(isNew);\n      return isNew;",
      fault: "setStopped(isNew);\n      return false;",
      harm: "An older tab orders again for an event that another tab has ordered for.",
    },
    {
      id: "total-takes-it-off-twice",
      file: `${orders}/checkout-frame.tsx`,
      today: "detail: money(totalCents), strong: true }",
      fault: "detail: money(totalCents - discountCents), strong: true }",
      harm: "The total that a buyer sees is less than what the card is charged.",
    },
    {
      id: "clock-ignores-the-server",
      file: `${orders}/seconds-left.ts`,
      today: "}, [serverSeconds, answeredAt]);",
      fault: "}, []);",
      harm: "The timer says that time is up although the hold was extended by ten minutes.",
    },
    {
      id: "release-button-is-dead",
      file: `${orders}/held-order.tsx`,
      today: "() => setAsking(true) : release}",
      fault: "() => setAsking(true) : undefined}",
      harm: "A buyer can't release tickets that they don't want.",
    },
    {
      id: "new-key-for-the-same-order",
      file: `${orders}/purchase.ts`,
      today: "if (known?.draft === draft) return known;",
      fault: "",
      harm: "Trying again after a lost response holds the tickets a second time.",
    },
    {
      id: "says-nothing-was-charged",
      file: `${orders}/status.ts`,
      today: 'if (paymentStatus === "refunding") return refunding;',
      fault: "",
      harm: "A buyer whose payment is being refunded reads that nothing was charged.",
    },
    {
      id: "pay-is-dead-after-back",
      file: `${orders}/use-held-order.ts`,
      today: "if (!persisted) return;\n    stop();",
      fault: "if (!persisted) return;",
      harm: "After the browser's Back from the payment page the Pay button does nothing.",
    },
    {
      id: "new-tickets-not-listed",
      file: "src/web/pages/payment-success-page.tsx",
      today: "queryClient.removeQueries({ queryKey: myTicketsQuery().queryKey });",
      fault: "",
      harm: "My Tickets stays empty after a purchase until the page is reloaded.",
    },
    {
      id: "past-from-the-start",
      file: `${tickets}/group-tickets.ts`,
      today: "isOver: Date.parse(event.endsAt) <= nowMs",
      fault: "isOver: Date.parse(event.startsAt) <= nowMs",
      harm: "A person who arrives after the start finds their ticket under past events, without its button.",
    },
    {
      id: "times-of-the-visitor",
      file: "src/web/lib/dates.ts",
      today: '"en-US", { ...options, timeZone: zone }',
      fault: '"en-US", options',
      harm: "A visitor from Los Angeles arrives in Brooklyn three hours early or late.",
    },
  ],
});
