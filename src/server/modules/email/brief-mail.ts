import { weeklyBrief, type WeeklyBrief } from "#server/modules/analytics/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { list } from "./layout.ts";
import { becauseOfPayments, findMoneyReaders } from "./staff-mails.ts";
import { insertMails } from "./store.ts";
import { composeMail, type Mail, type MailKit } from "./templates.ts";

/** Emails the week's summary to everyone who gets emails about money. */
export function subscribeToBriefs(bus: Deps["bus"]): void {
  bus.on("brief.due", async (tx, due) => {
    const readers = await findMoneyReaders(tx);
    const mails = due.flatMap(({ week }) =>
      readers.map(({ id, name, email }) => ({
        dedupeKey: `weekly-brief:${week}:${id}`,
        kind: "staff_weekly_brief" as const,
        toAddress: email,
        toName: name,
        topic: { week },
      })),
    );
    await insertMails(tx, mails);
  });
}

/** The week in five numbers and what moved them. */
export async function weeklyBriefMail({ db }: Deps, kit: MailKit, week: string): Promise<Mail> {
  return writeWeeklyBrief(kit, await weeklyBrief(db, week));
}

/** Writes a week's summary. */
export function writeWeeklyBrief(kit: MailKit, { title, lines }: Pick<WeeklyBrief, "title" | "lines">): Mail {
  const headline = `Your week: ${title}`;
  return composeMail(kit, {
    kind: "staff_weekly_brief",
    values: { headline },
    title: headline,
    lines,
    shownLines: list(lines),
    link: `${kit.baseUrl}/analytics`,
    reason: becauseOfPayments,
  });
}
