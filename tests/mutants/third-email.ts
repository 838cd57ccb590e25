import { part } from "./mutant.ts";

const email = "src/server/modules/email";
const campaigns = "src/server/modules/campaigns";
const webEmail = "src/web/features/email";
const webCampaigns = "src/web/features/campaigns";

export const thirdEmail = part({
  name: "third-email",
  tests: [
    email,
    "tests/email/shop-orders",
    "tests/email/texts",
    "tests/email/admin",
    "tests/reconciliation",
    "tests/attendee-updates",
    "tests/refunds/failed",
    webEmail,
    "tests/components/email",
  ],
  mutants: [
    {
      id: "resolved-ones-need-attention",
      file: "src/server/modules/reconciliation/emails.ts",
      today: "const count = total - (named.length - open.length);",
      fault: "const count = total;",
      harm: "An owner is told that three discrepancies need attention, and looks for two that are resolved.",
    },
    {
      id: "reset-without-a-way-back",
      file: `${webEmail}/templates.tsx`,
      today: "save({ ...detail.text, version: saved.version })",
      fault: "save({ ...detail.text, version })",
      harm: "A clerk resets the wrong template and presses Undo; it is refused, and the text that they wrote is gone.",
    },
  ],
});

export const thirdCampaigns = part({
  name: "third-campaigns",
  tests: [campaigns, "tests/campaigns", "tests/components/email"],
  mutants: [
    {
      id: "reminded-of-the-first-checkout",
      file: `${campaigns}/automations/store.ts`,
      today: "order by o.buyer_email, o.created_at desc",
      fault: "order by o.buyer_email, o.created_at",
      harm: "Whoever left a checkout last month isn't reminded of the one that they left today.",
    },
    {
      id: "ticket-types-of-the-former-event",
      file: `${webCampaigns}/audience-fields.tsx`,
      today: 'withCondition(others, "holdsEventIds", ids)',
      fault: 'withCondition(value, "holdsEventIds", ids)',
      harm: "An owner picks another event for an audience, and the ticket types of the former one still keep everyone out.",
    },
    {
      id: "count-of-the-former-audience",
      file: `${webCampaigns}/audience-count.tsx`,
      today: "return known?.key === key ? known : undefined;",
      fault: "return known;",
      harm: "An owner takes a condition away, sends at once, and confirms the number of people from before.",
    },
  ],
});
