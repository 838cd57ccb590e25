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
    "journeys/money-states",
    "journeys/promotions",
    "journeys/refunds",
    "journeys/look-member",
  ],
  mutants: [
    {
      id: "discount-not-sent",
      file: `${orders}/new-order.tsx`,
      today: "...(quote?.promoCode ? { promoCode: quote.promoCode } : {}),",
      fault: "",
      harm: "The checkout shows the discount and the buyer pays the full price.",
    },
    {
      id: "total-takes-it-off-twice",
      file: `${orders}/order-sums.tsx`,
      today: '{ term: "Total", detail: money(totalCents), strong: true }',
      fault: '{ term: "Total", detail: money(totalCents - discountCents), strong: true }',
      harm: "The total that a buyer reads is less than what the card is charged.",
    },
    {
      id: "clock-ignores-the-server",
      file: `${orders}/use-seconds-left.ts`,
      today: "}, [said, saidAt]);",
      fault: "}, []);",
      harm: "The clock says that time is up although the hold was made ten minutes longer.",
    },
    {
      id: "release-button-is-dead",
      file: `${orders}/held-order.tsx`,
      today: "onClick={() => void giveBack()}",
      fault: "",
      harm: "A buyer cannot release tickets that they do not want.",
    },
    {
      id: "new-key-for-the-same-order",
      file: `${orders}/attempt.ts`,
      today: "if (known?.body === body) return known;",
      fault: "",
      harm: "Pressing again after a lost answer holds the tickets a second time.",
    },
    {
      id: "says-nothing-was-charged",
      file: `${orders}/standing.ts`,
      today: 'if (paymentStatus === "refunding") return refunding;',
      fault: "",
      harm: "A buyer whose money was taken and is on its way back reads that nothing was charged.",
    },
    {
      id: "pay-is-dead-after-back",
      file: `${orders}/use-held-order.ts`,
      today: "if (!persisted) return;\n    isUnderWay.current = false;",
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
      today: "isOver: Date.parse(ticket.event.endsAt) <= nowMs,",
      fault: "isOver: Date.parse(ticket.event.startsAt) <= nowMs,",
      harm: "Whoever arrives after the start finds their ticket among past events, without its button.",
    },
    {
      id: "times-of-the-visitor",
      file: "src/web/lib/dates.ts",
      today: '"en-US", { ...options, timeZone: zone }',
      fault: '"en-US", options',
      harm: "A visitor from Los Angeles comes three hours late to Brooklyn or early.",
    },
  ],
});
