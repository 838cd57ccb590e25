import type { TextKind } from "#contract/email/texts.ts";
import type { EventBus, DomainEventMap } from "#server/platform/domain-events.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { MailTopic } from "./new-mail.ts";
import type { Draft, Email } from "./define.ts";
import { insertMails } from "./store.ts";

type Contributed = Pick<Deps, "contributed">;

/** Every kind of email, in the order of the modules. */
export const emailsOf = ({ contributed }: Contributed): Email[] => contributed("emails").flat();

/** The kind of an email, and what it is about; undefined for campaigns, which aren't written one by one. */
export function findEmail(deps: Contributed, { kind, topic }: Pick<MailTopic, "kind" | "topic">) {
  for (const email of emailsOf(deps)) {
    if (email.kind !== kind) continue;
    const parsed = email.topic.safeParse(topic);
    if (parsed.success) return { email, topic: parsed.data };
  }
  return undefined;
}

/** The kinds for which something holds. */
export const kindsOf = (deps: Contributed, holds: (email: Email) => boolean): string[] =>
  emailsOf(deps)
    .filter(holds)
    .map(({ kind }) => kind);

/** A text that staff can edit, with the email that has it. */
export function textOfKind(deps: Contributed, kind: TextKind): Email["texts"][number] & { email: Email } {
  for (const email of emailsOf(deps)) {
    const used = email.texts.find(({ text }) => text.kind === kind);
    if (used !== undefined) return { ...used, email };
  }
  throw new Error(`No email has the text ${kind}`);
}

/** False for a guest without an email and for a deleted account. */
const isReachable = ({ toAddress }: Draft<unknown>) => toAddress !== "" && !toAddress.endsWith("@invalid");

/** Stores the emails of domain events in the transactions that emit them. */
export function subscribeEmails(deps: Contributed, bus: EventBus): void {
  for (const email of emailsOf(deps)) {
    const triggers = Object.entries(email.triggers ?? {}) as [
      keyof DomainEventMap,
      (payload: unknown, tx: Tx) => ReturnType<NonNullable<NonNullable<Email["triggers"]>[keyof DomainEventMap]>>,
    ][];
    for (const [name, trigger] of triggers) {
      bus.on(name, async (tx, payloads: unknown[]) => {
        const drafts: Draft<Record<string, unknown>>[] = [];
        for (const payload of payloads) drafts.push(...[await trigger(payload, tx)].flat());
        await insertMails(tx, drafts.filter(isReachable).map(email.toRow));
      });
    }
  }
}
