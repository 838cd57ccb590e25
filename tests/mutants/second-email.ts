import { part } from "./mutant.ts";

const email = "src/server/modules/email";
const campaigns = "src/server/modules/campaigns";
const webEmail = "src/web/features/email";
const webCampaigns = "src/web/features/campaigns";

export const secondEmail = part({
  name: "second-email",
  tests: [
    email,
    "tests/email/shop-orders",
    "tests/fulfillment/shipping",
    "tests/email/texts",
    "tests/email/admin",
    "tests/reminders",
    "tests/attendee-updates",
    "tests/refunds/failed",
    "tests/streams/life",
    "tests/components/email",
  ],
  mutants: [
    {
      id: "old-date-is-the-new-one",
      file: "src/server/modules/attendee-updates/emails.ts",
      today: 'topic.startedAt === "" ? event.startsAt : topic.startedAt',
      fault: "event.startsAt",
      harm: "Ticket holders read that an event moved from December 12 to December 12.",
    },
    {
      id: "postponed-events-count-as-over",
      file: "src/server/modules/events/store.ts",
      today: "(e.ends_at > clock_now() or e.status = 'postponed'))`",
      fault: "e.ends_at > clock_now())`",
      harm: "An email server is connected at last, and buyers with tickets to a postponed event get none of them.",
    },
    {
      id: "template-preview-of-the-saved-text",
      file: `${webEmail}/templates.tsx`,
      today: "useSettled(JSON.stringify(form.values), 400)",
      fault: "useSettled(JSON.stringify(detail.text), 400)",
      harm: "Staff edit a template and see the old text in the preview whatever they type.",
    },
  ],
});

export const secondCampaigns = part({
  name: "second-campaigns",
  tests: [campaigns, "tests/campaigns", "tests/components/email"],
  mutants: [
    {
      id: "deleted-person-stays-on-lists",
      file: `${campaigns}/store.ts`,
      today: '["campaigns", "audiences"]',
      fault: '["campaigns"]',
      harm: "Someone deletes their account, and their name and email stay on a saved list.",
    },
    {
      id: "refusal-shown-after-resume",
      file: `${campaigns}/store.ts`,
      today: "version = version + 1, problem = null,",
      fault: "version = version + 1,",
      harm: "Staff fix the email server and resume, and the campaign still says that it's paused because of a refusal.",
    },
    {
      id: "send-now-waits-for-the-date",
      file: `${webCampaigns}/send-dialog.tsx`,
      today: 'at: when === "now" ? null : at,',
      fault: "at: at || null,",
      harm: "Staff type a date, change their mind and press Send now, and the email leaves days later.",
    },
  ],
});
