import { part } from "./mutant.ts";

const analytics = "src/server/modules/analytics";
const comps = "src/server/modules/comps";
const customers = "src/server/modules/admin/customers";
const webAnalytics = "src/web/features/analytics";
const webComps = "src/web/features/comps";
const webCustomers = "src/web/features/admin/customers";

/** Slips of an ordinary workday, on the server and on screens. */
export const dailyAnalytics = part({
  name: "daily-analytics",
  tests: [
    analytics,
    "tests/analytics/panels",
    "tests/analytics/cohorts",
    "tests/analytics/brief",
    "tests/analytics/zones",
    "tests/analytics/month",
    "tests/admin/ten-figures.test.ts",
    "tests/refunds/amounts",
    webAnalytics,
    "tests/components/analytics",
    "tests/components/staff/earnings",
    "tests/components/staff/charts",
  ],
  mutants: [
    {
      id: "free-tickets-in-the-sales-curve",
      file: `${analytics}/panels/buyers-store.ts`,
      today: "\n        and not exists (select from ${compsTables.comps} c where c.order_id = o.id)\n      union all",
      fault: "\n      union all",
      harm: "An event with 200 free tickets looks as if it sold better than the last one.",
    },
    {
      id: "currencies-added-up",
      file: `${analytics}/panels/store.ts`,
      today: " and currency = ${scope.currency}\n",
      fault: " and ${scope.currency}::text is not null\n",
      harm: "Canadian dollars are added to US dollars and shown as US dollars.",
    },
    {
      id: "part-refund-counts-as-a-returned-ticket",
      file: `${analytics}/earnings/store.ts`,
      today: "where i.order_line_id = l.id and not i.keeps_unit))",
      fault: "where i.order_line_id = l.id))",
      harm: "The settlement says that tickets came back whose holders were all let in.",
    },
    {
      id: "brief-week-of-eight-days",
      file: `${analytics}/brief/service.ts`,
      today: "to: addDays(from, 6),",
      fault: "to: addDays(from, 7),",
      harm: "The weekly email counts each Monday in two weeks.",
    },
    {
      id: "refunded-tax-still-to-pay",
      file: `${webAnalytics}/earnings/statement.tsx`,
      today: "cents: -taxToPay(earnings) }",
      fault: "cents: -earnings.taxCents }",
      harm: "The statement says to pay tax that was refunded, and its lines don't add up.",
    },
    {
      id: "cents-in-the-chart-table",
      file: `${webAnalytics}/overview-view.tsx`,
      today: '(value === "revenueCents" ? money : formatCount)(point[value])',
      fault: "formatCount(point[value])",
      harm: "The chart's table shows $45.00 as 4,500.",
    },
  ],
});

/** Slips of an ordinary workday, on the server and on screens. */
export const dailyComps = part({
  name: "daily-comps",
  tests: [comps, "tests/comps", "tests/components/staff/comps", "tests/components/staff/claim-links"],
  mutants: [
    {
      id: "budget-not-down-to-what-is-given",
      file: `${comps}/hosts/service.ts`,
      today: "if (budget < level) {",
      fault: "if (budget <= level) {",
      harm: "Staff can't stop a host from giving more by setting the budget to what was given.",
    },
    {
      id: "claimed-after-the-end",
      file: `${comps}/links/claim.ts`,
      today: 'if (batch.status !== "running" || isEnded) throw',
      fault: 'if (batch.status !== "running" && isEnded) throw',
      harm: "Free tickets are claimed after the time that the organizer set.",
    },
    {
      id: "revoked-tickets-in-the-show-rate",
      file: `${comps}/hosts/store.ts`,
      today: " and t.status = 'valid'\n",
      fault: "\n",
      harm: "A host whose guests all came looks unreliable, because of tickets that were revoked.",
    },
    {
      id: "guest-list-ends-after-one-batch",
      file: `${comps}/batches/work.ts`,
      today: "const isLast = guests.length < chunkSize;",
      fault: "const isLast = guests.length <= chunkSize;",
      harm: "Of 120 guests on a list, 50 get their tickets.",
    },
    {
      id: "link-ends-in-another-zone",
      file: `${webComps}/link-form.tsx`,
      today: 'timeZone={event.data?.timeZone ?? "UTC"}',
      fault: 'timeZone="UTC"',
      harm: "A link that should end at midnight in Brooklyn ends in the early evening.",
    },
    {
      id: "more-than-are-left-to-claim",
      file: `${webComps}/links/claim-page.tsx`,
      today: "most={Math.min(left, maxPerPerson)}",
      fault: "most={maxPerPerson}",
      harm: "A guest chooses four of the last two tickets and is refused.",
    },
    {
      id: "edit-of-another-host",
      file: `${webComps}/host-panel.tsx`,
      today: '<HostForm key={edited?.id ?? "new"} eventId',
      fault: "<HostForm eventId",
      harm: "Staff press Edit beside a host, and the form is empty or shows another one.",
    },
  ],
});

/** Slips of an ordinary workday, on the server and on screens. */
export const dailyCustomers = part({
  name: "daily-customers",
  tests: ["tests/admin/customers", "tests/components/staff/customers"],
  mutants: [
    {
      id: "events-counted-per-ticket-type",
      file: `${customers}/store.ts`,
      today: "count(distinct l.event_id)",
      fault: "count(l.event_id)",
      harm: "Someone who came once with two kinds of tickets looks like a regular.",
    },
    {
      id: "undone-check-in-on-the-customer",
      file: `${customers}/store.ts`,
      today: "on d.ticket_id = t.id and d.voided_at is null",
      fault: "on d.ticket_id = t.id",
      harm: "Staff tell a customer that they were let in. Their entry was undone.",
    },
    {
      id: "unpaid-orders-make-customers",
      file: `${customers}/person-store.ts`,
      today: "${o}.paid_at is not null and ${o}.buyer_email <>",
      fault: "${o}.buyer_email <>",
      harm: "People who never paid are listed as customers, with money that never came.",
    },
    {
      id: "cents-in-the-customers-file",
      file: `${customers}/service.ts`,
      today: "`${(cents / 100).toFixed(2)} ${currency}`",
      fault: "`${cents} ${currency}`",
      harm: "In the spreadsheet a customer has spent a hundred times as much.",
    },
    {
      id: "deleted-notes-counted",
      file: `${webCustomers}/customer-view.tsx`,
      today: "customer.notes.filter(({ deleted }) => deleted === null).length;",
      fault: "customer.notes.length;",
      harm: "The tab says that there is a note, and it's one that was deleted.",
    },
    {
      id: "customers-tickets-in-another-zone",
      file: `${webCustomers}/customer-view.tsx`,
      today: "<EventMoment at={event.startsAt} timeZone={event.timeZone} />",
      fault: '<EventMoment at={event.startsAt} timeZone="UTC" />',
      harm: "Staff tell a caller that Saturday's event is on Sunday.",
    },
  ],
});
