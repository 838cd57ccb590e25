import { part } from "./mutant.ts";

const home = "src/server/modules/payments";

export const payments = part({
  name: "payments",
  tests: ["tests/payments", "tests/refunds", "tests/ledger", "tests/reconciliation", home],
  mutants: [
    {
      id: "currency-not-compared",
      file: `${home}/settle.ts`,
      today: "return payment.amountCents === session.amountCents && payment.currency === session.currency",
      fault: "return payment.amountCents === session.amountCents",
      harm: "A payment in a cheaper currency buys tickets at full value.",
    },
    {
      id: "refund-during-dispute",
      file: `${home}/refunds/service.ts`,
      today: 'if (payment.isDisputed) throw new AppError("payment_disputed");',
      fault: "",
      harm: "The organizer refunds money that the buyer's bank is also taking back.",
    },
    {
      id: "pending-refund-forgotten",
      file: `${home}/refunds/store.ts`,
      today: "from refunds where payment_id = p.id and status <> 'failed'",
      fault: "from refunds where payment_id = p.id and status = 'done'",
      harm: "A second refund goes out while the first is still on its way.",
    },
    {
      id: "declined-never-ends",
      file: `${home}/store.ts`,
      today: "status in ('starting', 'open', 'processing', 'declined')\n                 and (next_check_at",
      fault: "status in ('starting', 'open', 'processing')\n                 and (next_check_at",
      harm: "A declined payment that the buyer abandoned holds the tickets forever.",
    },
    {
      id: "unread-webhook-counts-as-done",
      file: `${home}/webhook-events.ts`,
      today: "await storeWebhookEvents(deps.db, [webhookEvent], false);",
      fault: "await storeWebhookEvents(deps.db, [webhookEvent], true);",
      harm: "A webhook event that couldn't be processed is never tried again.",
    },
    {
      id: "won-dispute-booked-as-loss",
      file: "src/server/modules/ledger/rules.ts",
      today: "const cents = won ? -amountCents : amountCents;",
      fault: "const cents = amountCents;",
      harm: "The ledger shows a won dispute as a second loss.",
    },
    {
      id: "difference-without-alert",
      file: "src/server/modules/reconciliation/runs/service.ts",
      today: "await insertDiscrepancies(tx, differences);",
      fault: "",
      harm: "Differences between our ledger and the provider are counted but shown to no one.",
    },
  ],
});
