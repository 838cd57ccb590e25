import type { EmailText, TextKind } from "#contract/email/texts.ts";
import type { Deps } from "#server/platform/deps.ts";
import { z } from "zod";
import { partOf } from "../contributions.ts";
import { defineEmail } from "../define.ts";
import { textOfKind } from "../registry.ts";
import type { Mail, MailKit } from "../mail.ts";
import { exampleEvent, plainExample } from "./example.ts";
import { oneLine } from "./problems.ts";

/** The parts of a text that a draft changes. */
export type Draft = { [Field in keyof EmailText]?: string | undefined };

/** The same kit, with a draft instead of one text. */
export const withDraft = (kit: MailKit, kind: TextKind, text: EmailText): MailKit => ({
  ...kit,
  textOf: (each) => (each.kind === kind ? { ...kit.textOf(each), ...text } : kit.textOf(each)),
});

/** An example of an email around the next event. Its order is made up. */
export async function writeForNextEvent(deps: Deps, kit: MailKit, kind: TextKind): Promise<Mail> {
  const event = (await partOf(deps, "exampleEvent")(deps.db)) ?? exampleEvent;
  return textOfKind(deps, kind).example(kit, { ...plainExample, event });
}

/** The test of a draft. */
export const textTest = defineEmail({
  kind: "text_test",
  priority: 1,
  topic: z.object({
    textKind: z.string(),
    subject: z.coerce.string<string>(),
    intro: z.coerce.string<string>(),
    buttonLabel: z.coerce.string<string>(),
  }),
  texts: [],
  neverWaits: true,
  async render(deps, kit, { topic: { textKind, ...text } }) {
    const kind = textKind as TextKind;
    const mail = await writeForNextEvent(deps, withDraft(kit, kind, text), kind);
    // Its files are examples too, and would open as broken documents.
    return { ...mail, subject: oneLine(`[Test] ${mail.subject}`), attachments: [] };
  },
});
