import { weeklyBrief } from "#server/modules/analytics/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { findMoneyReaders } from "./staff-mails.ts";
import { insertMails } from "./store.ts";
import { composeMail, type Mail } from "./templates.ts";

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
export async function weeklyBriefMail({ db, config }: Deps, week: string): Promise<Mail> {
  const { title, lines } = await weeklyBrief(db, week);
  const link = `${config.baseUrl}/analytics`;
  const reason = "You're receiving this email because you handle payments for Savage Gentlemen.";
  return composeMail({
    subject: `Your week: ${title}`,
    lines,
    button: { label: "View analytics", link },
    ends: [`View analytics: ${link}`, "", reason],
    reason,
  });
}
