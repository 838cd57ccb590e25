import { part } from "./mutant.ts";

const analytics = "src/server/modules/analytics";
const comps = "src/server/modules/comps";
const customers = "src/server/modules/admin/customers";
const webAnalytics = "src/web/features/analytics";
const webComps = "src/web/features/comps";
const webPeople = "src/web/features/admin/people";

export const thirdAnalytics = part({
  name: "third-analytics",
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
      id: "two-orders-of-one-evening-return",
      file: `${analytics}/panels/buyers-store.ts`,
      today: "count(distinct day) > 1 as returns",
      fault: "count(*) > 1 as returns",
      harm: "Whoever forgot a friend and ordered again five minutes later counts as a buyer who came back.",
    },
    {
      id: "last-day-missing-from-the-curve",
      file: `${analytics}/panels/rules.ts`,
      today: "point.daysToGo >= daysToGo",
      fault: "point.daysToGo > daysToGo",
      harm: "An owner compares what events sold in the end, and what each sold on its own day is missing.",
    },
    {
      id: "preset-loses-to-the-dates",
      file: `${webAnalytics}/filter-bar.tsx`,
      today: "name, from: undefined, to: undefined })",
      fault: "name })",
      harm: 'An owner looked at two dates and presses "7 days": nothing happens.',
    },
  ],
});

export const thirdComps = part({
  name: "third-comps",
  tests: [comps, "tests/comps", "tests/components/staff/comps", "tests/components/staff/claim-links"],
  mutants: [
    {
      id: "first-guest-checks-in-all",
      file: `${comps}/store.ts`,
      today: "when k.admitted = k.tickets then 'used'",
      fault: "when k.admitted > 0 then 'used'",
      harm: 'One of a band\'s four is in, the list says "Checked in", and nobody looks for the other three.',
    },
    {
      id: "guest-list-leaves-the-event",
      file: `${webComps}/free-tickets.tsx`,
      today: "const next = new URLSearchParams(search);",
      fault: "const next = new URLSearchParams();",
      harm: 'A clerk on an event\'s page presses "Guest list", and the page forgets which event it was about.',
    },
  ],
});

export const thirdCustomers = part({
  name: "third-customers",
  tests: ["tests/admin/customers", "tests/components/staff/customers", "tests/components/staff/people"],
  mutants: [
    {
      id: "tonights-ticket-last",
      file: `${customers}/store.ts`,
      today: "order by e.starts_at desc, t.id limit",
      fault: "order by e.starts_at, t.id limit",
      harm: "A regular with a hundred tickets calls about tonight, and staff see those of years ago only.",
    },
    {
      id: "one-phone-ends-all",
      file: `${webPeople}/person-view.tsx`,
      today: "const body = { reason, ...(sessionId ? { sessionId } : {}) };",
      fault: "const body = { reason };",
      harm: "A fan lost their phone; staff sign that phone out, and the fan is signed out of everything.",
    },
  ],
});
