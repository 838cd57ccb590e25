import { part } from "./mutant.ts";

const analytics = "src/server/modules/analytics";

export const figures = part({
  name: "analytics",
  tests: [analytics, "tests/analytics", "tests/admin/ten-figures.test.ts"],
  mutants: [
    {
      id: "report-without-its-last-day",
      file: `${analytics}/panels/store.ts`,
      today: "((${to}::date + 1)::timestamp at time zone ${timeZone})",
      fault: "(${to}::date::timestamp at time zone ${timeZone})",
      harm: "Analytics by the hour always misses the last day.",
    },
    {
      id: "staff-counted-as-visitors",
      file: `${analytics}/routes.ts`,
      today: "if (principal && isStaffRole(principal.role)) return undefined;",
      fault: "",
      harm: "Staff who work on an event's page look like interest in it.",
    },
    {
      id: "query-stored-with-the-path",
      file: `${analytics}/intake/rules.ts`,
      today: "address.split(/[?#]/, 1)[0]!",
      fault: "address",
      harm: "Keys of buyers' orders are in the list of pages.",
    },
    {
      id: "same-visitor-every-day",
      file: `${analytics}/intake/service.ts`,
      today: 'createHmac("sha256", salt)',
      fault: 'createHmac("sha256", "")',
      harm: "Visitors can be followed from day to day, though we say they can't.",
    },
    {
      id: "rows-lost-in-memory",
      file: `${analytics}/routes.ts`,
      today: 'context.app.addHook("onClose", () => intake.close());',
      fault: "",
      harm: "Each restart loses what visitors did in the last moment.",
    },
    {
      id: "late-rows-not-counted",
      file: `${analytics}/rolling/traffic-store.ts`,
      today: "where rolled_version < version and (not",
      fault: "where rolled_version = 0 and (not",
      harm: "A day is counted once and then misses everything that happens on it.",
    },
    {
      id: "bots-counted-as-people",
      file: `${analytics}/rolling/traffic-store.ts`,
      today: "case when is_bot then 'bots'",
      fault: "case when false then 'bots'",
      harm: "Search engines look like buyers, and the share of visitors who buy falls.",
    },
    {
      id: "visitors-counted-for-each-visit",
      file: `${analytics}/rolling/traffic-store.ts`,
      today: "partition by n.visitor, n.kind order by",
      fault: "partition by n.visitor, n.visit, n.kind order by",
      harm: "Someone who comes twice a day is two visitors.",
    },
    {
      id: "refunds-kept-as-revenue",
      file: `${analytics}/rolling/sales-store.ts`,
      today: "coalesce(-sum(m.cents) filter (where m.cause <> 'sale'), 0) as refund",
      fault: "0 as refund",
      harm: "Refunded money is still in the revenue.",
    },
    {
      id: "refunds-of-old-orders-missed",
      file: `${analytics}/rolling/sales-store.ts`,
      today: "where created_at > (select moved from since) and order_id is not null",
      fault: "where kind = 'sale' and created_at > (select moved from since)",
      harm: "A refund on a later day never reduces the revenue.",
    },
    {
      id: "lost-disputes-kept-as-revenue",
      file: "src/server/modules/payments/revenue-store.ts",
      today: "where status = 'lost'",
      fault: "where status = 'nothing'",
      harm: "Money that banks took for good is still in the revenue.",
    },
    {
      id: "tax-counted-as-net",
      file: `${analytics}/earnings/rules.ts`,
      today: "netCents: grossCents - refundCents - lostDisputeCents - (sums.tax - refundedTaxCents)",
      fault: "netCents: grossCents - refundCents - lostDisputeCents",
      harm: "The organizer spends the sales tax that they owe.",
    },
    {
      id: "brief-on-sunday",
      file: `${analytics}/brief/store.ts`,
      today: "date_trunc('week', now - interval '8 hours')",
      fault: "date_trunc('week', now + interval '8 hours')",
      harm: "The owner's week ends on Sunday afternoon, without its best night.",
    },
  ],
});
