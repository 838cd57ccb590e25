import type { EmailText, TextKind } from "#contract/email/texts.ts";
import { findCalendarEvents, findEventById } from "#server/modules/events/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { MailTopic } from "../new-mail.ts";
import type { Mail, MailKit } from "../templates.ts";
import { exampleEvent, plainExample, writeExample } from "./examples.ts";
import { oneLine } from "./problems.ts";

/** The parts of a text that a draft changes. */
export type Draft = { [Field in keyof EmailText]?: string | undefined };

/** The same kit, with a draft instead of one text. */
export const withDraft = (kit: MailKit, kind: TextKind, text: EmailText): MailKit => ({
  ...kit,
  textOf: (each) => (each === kind ? { ...kit.textOf(each), ...text } : kit.textOf(each)),
});

/** An example of an email around the next event. Its order is made up. */
export async function writeForNextEvent(db: Queryable, kit: MailKit, kind: TextKind): Promise<Mail> {
  const [next] = await findCalendarEvents(db, { endedWithinDays: 0, limit: 1 });
  const event = (next && (await findEventById(db, next.id))) ?? exampleEvent;
  return writeExample(kit, kind, { ...plainExample, event });
}

/** Writes the test of a draft. */
export async function testMail(deps: Deps, kit: MailKit, topic: MailTopic["topic"]): Promise<Mail> {
  const kind = String(topic.textKind) as TextKind;
  const text = {
    subject: String(topic.subject),
    intro: String(topic.intro),
    buttonLabel: String(topic.buttonLabel),
  };
  const mail = await writeForNextEvent(deps.db, withDraft(kit, kind, text), kind);
  // Its files are examples too, and would open as broken documents.
  return { ...mail, subject: oneLine(`[Test] ${mail.subject}`), attachments: [] };
}
