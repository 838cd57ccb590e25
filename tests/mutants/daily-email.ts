import { part } from "./mutant.ts";

const email = "src/server/modules/email";
const campaigns = "src/server/modules/campaigns";
const webEmail = "src/web/features/email";
const webCampaigns = "src/web/features/campaigns";

/** Slips of an ordinary workday, on the server and on screens. */
export const dailyEmail = part({
  name: "daily-email",
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
    "tests/streams/reminders",
    "tests/components/email",
  ],
  mutants: [
    {
      id: "no-reminder-during-a-hiccup",
      file: "src/server/modules/streams/emails.ts",
      today: '(stream.status !== "live" && stream.status !== "stalled")',
      fault: 'stream.status !== "live"',
      harm: "If the show stalls for a moment while reminders leave, these people never get theirs.",
    },
    {
      id: "old-time-in-the-new-zone",
      file: "src/server/modules/attendee-updates/emails.ts",
      today: "formatDateTime(instant, before.timeZone)",
      fault: "formatDateTime(instant, before.timeZone && after.timeZone)",
      harm: "An event moves to another time zone, and the email names a former start that nobody knew.",
    },
    {
      id: "mail-after-leaving-the-list",
      file: "src/server/modules/reminders/emails.ts",
      today: 'if (wish === undefined || wish.status === "left" || event === undefined)',
      fault: "if (wish === undefined || event === undefined)",
      harm: "Someone who unsubscribed is emailed that tickets are on sale.",
    },
    {
      id: "failed-refund-said-to-be-on-its-way",
      file: "src/server/modules/orders/emails/refund-mails.ts",
      today: 'if (status === "failed") return `We couldn\'t send your ${amount} refund yet`;',
      fault: 'if (status === "failed" && byHand) return `We couldn\'t send your ${amount} refund yet`;',
      harm: "The subject says that a refund is on its way which the bank refused.",
    },
    {
      id: "sent-items-said-to-follow",
      file: "src/server/modules/fulfillment/emails.ts",
      today: "lines.reduce((sum, { toSend }) => sum + toSend, 0)",
      fault: "lines.reduce((sum, { quantity }) => sum + quantity, 0)",
      harm: "A buyer whose whole order is in the parcel waits for another one.",
    },
    {
      id: "saved-email-looks-sent",
      file: `${webEmail}/outbox/outbox-list.tsx`,
      today: 'sentAt && status === "sent" ?',
      fault: 'sentAt && status !== "failed" ?',
      harm: "The outbox says when an email was sent that was only saved, before there was an email server.",
    },
    {
      id: "reset-template-shows-the-old-text",
      file: `${webEmail}/templates.tsx`,
      today: "<TemplateEditor key={detail.version} detail={detail} />",
      fault: "<TemplateEditor detail={detail} />",
      harm: "Staff reset a template and still see their own text.",
    },
  ],
});

/** Slips of an ordinary workday, on the server and on screens. */
export const dailyCampaigns = part({
  name: "daily-campaigns",
  tests: [campaigns, "tests/campaigns", "tests/components/email"],
  mutants: [
    {
      id: "see-you-tomorrow-afterwards",
      file: `${campaigns}/automations/store.ts`,
      today: "`e.starts_at - ${wait}`, active)} and e.starts_at > clock_now()`,",
      fault: "`e.starts_at - ${wait}`, active)}`,",
      harm: "People who buy at the door get “See you tomorrow” the day after.",
    },
    {
      id: "thanks-before-the-end",
      file: `${campaigns}/automations/store.ts`,
      today: "coalesce(e.ends_at, e.starts_at) + ${wait}",
      fault: "e.starts_at + ${wait}",
      harm: "Guests are thanked for coming while they're still dancing.",
    },
    {
      id: "refunds-count-as-spend",
      file: `${campaigns}/audience/store.ts`,
      today: "sum(o.total_cents - o.refunded_cents\n",
      fault: "sum(o.total_cents\n",
      harm: "Someone who got all their money back is written to as a big spender.",
    },
    {
      id: "undone-check-in-attended",
      file: `${campaigns}/audience/store.ts`,
      today: "::bigint[]) and a.voided_at is null)`),",
      fault: "::bigint[]))`),",
      harm: "People who weren't there are thanked for being there.",
    },
    {
      id: "campaign-ends-after-one-batch",
      file: `${campaigns}/sending.ts`,
      today: "people.length < collectBatch);",
      fault: "people.length <= collectBatch);",
      harm: "Of five thousand people who opted in, the first two thousand get the email.",
    },
    {
      id: "edit-turns-automation-off",
      file: `${webCampaigns}/automations.tsx`,
      today: "isOn: automation?.isOn ?? false,",
      fault: "isOn: false,",
      harm: "Staff fix a typo in an automation, and it never sends again.",
    },
    {
      id: "sends-the-text-before-the-edit",
      file: `${webCampaigns}/campaign-editor.tsx`,
      today: "campaign !== undefined && !form.isDirty;",
      fault: "campaign !== undefined;",
      harm: "Staff correct the date, press Send, and everyone gets the wrong date.",
    },
  ],
});
