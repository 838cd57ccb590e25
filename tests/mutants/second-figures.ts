import { part } from "./mutant.ts";

const analytics = "src/server/modules/analytics";
const comps = "src/server/modules/comps";
const webAnalytics = "src/web/features/analytics";
const webComps = "src/web/features/comps";
const webCustomers = "src/web/features/admin/customers";

export const secondAnalytics = part({
  name: "second-analytics",
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
      id: "funnel-cut-before-the-sort",
      file: `${analytics}/panels/service.ts`,
      today: "parts.toSorted((a, b) => b.steps[0]!.count - a.steps[0]!.count).slice(0, maxParts)",
      fault: "parts.slice(0, maxParts).toSorted((a, b) => b.steps[0]!.count - a.steps[0]!.count)",
      harm: "With more than ten sources, an organizer's best one is missing from the funnel.",
    },
    {
      id: "figure-ignores-the-metric",
      file: `${webAnalytics}/earnings/earnings-view.tsx`,
      today: "money(total[metric])",
      fault: "money(total.netCents)",
      harm: "An organizer switches the chart to gross and reads the net above it as the gross.",
    },
  ],
});

export const secondComps = part({
  name: "second-comps",
  tests: [comps, "tests/comps", "tests/components/staff/comps", "tests/components/staff/claim-links"],
  mutants: [
    {
      id: "comp-with-tickets-left-is-revoked",
      file: `${comps}/store.ts`,
      today: "\n      and o.status = 'refunded'",
      fault: "",
      harm: "One of a guest's four free tickets is refunded, and the list says that all four are revoked.",
    },
    {
      id: "host-of-the-former-event",
      file: `${webComps}/comp-source-fields.tsx`,
      today: 'form.setValue("hostId", "");',
      fault: "",
      harm: "Staff choose another event, see no host, and every comp fails because that host isn't found.",
    },
  ],
});

export const secondCustomers = part({
  name: "second-customers",
  tests: ["tests/admin/customers", "tests/components/staff/customers"],
  mutants: [
    {
      id: "second-delete-takes-the-blame",
      file: "src/server/platform/staff-notes.ts",
      today: "where id = ${id} and deleted_at is null returning id",
      fault: "where id = ${id} returning id",
      harm: "Whoever presses Delete last is named as the one who deleted a note about a customer.",
    },
    {
      id: "others-that-dont-exist",
      file: `${webCustomers}/customer-view.tsx`,
      today: "tickets.length < ticketCount &&",
      fault: "tickets.length <= ticketCount &&",
      harm: "Staff see all of a customer's tickets and are sent to look for others that don't exist.",
    },
  ],
});
