import { z } from "zod";
import { becauseOfPayments, findMoneyReaders } from "#server/modules/accounts/index.ts";
import { composeMail, defineEmail, defineText, list, type Mail, type MailKit } from "#server/modules/email/index.ts";
import { weeklyBrief, type WeeklyBrief } from "./brief/service.ts";

const briefText = defineText({
  kind: "staff_weekly_brief",
  name: "Your week",
  about: "To staff on Mondays: last week in five numbers, and what moved them",
  group: "staff",
  place: 280,
  text: ["{{headline}}", "", "View analytics"],
  variables: ["headline"],
});

/** Writes a week's summary. */
function writeWeeklyBrief(kit: MailKit, { title, lines }: Pick<WeeklyBrief, "title" | "lines">): Mail {
  const headline = `Your week: ${title}`;
  return composeMail(kit, {
    text: briefText,
    values: { headline },
    title: headline,
    lines,
    shownLines: list(lines),
    link: `${kit.baseUrl}/analytics`,
    reason: becauseOfPayments,
  });
}

/** The week in five numbers and what moved them, to everyone who gets emails about money. */
const briefEmail = defineEmail({
  kind: "staff_weekly_brief",
  priority: 1,
  topic: z.object({ week: z.string() }),
  isForStaff: true,
  mergedSubject: (count) => `Your last ${count} weeks`,
  texts: [
    {
      text: briefText,
      example: (kit, { event }) =>
        writeWeeklyBrief(kit, {
          title: "Mon, Nov 16, 2026 to Sun, Nov 22, 2026",
          lines: [
            "Visitors: 4,210, up 18%. Biggest changes: Instagram +612, Google −40.",
            "Page views: 12,840, up 9%.",
            "Orders: 164, down 4%.",
            `Revenue: $9,480.00, up 11%. Biggest changes: ${event.title} +$1,450.00.`,
            "Refunds: $150.00, the same as the week before.",
          ],
        }),
      latest: true,
    },
  ],
  triggers: {
    async "brief.due"({ week }, tx) {
      const readers = await findMoneyReaders(tx);
      return readers.map(({ id, name, email }) => ({
        key: `${week}:${id}`,
        keyName: "weekly-brief",
        toAddress: email,
        toName: name,
        topic: { week },
      }));
    },
  },
  render: async ({ db }, kit, { topic }) => writeWeeklyBrief(kit, await weeklyBrief(db, topic.week)),
});

/** The emails about figures. */
export const analyticsEmails = [briefEmail];
