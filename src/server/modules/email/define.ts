import type { RawBuilder } from "kysely";
import type { z } from "zod";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { DomainEventMap } from "#server/platform/domain-events.ts";
import type { Mail, MailKit } from "./mail.ts";
import type { NewMail, Priority, StoredTopic } from "./new-mail.ts";
import type { TextDefinition } from "./texts/define-text.ts";
import type { Example } from "./texts/example.ts";

/** An email that a module asks for. */
export interface Draft<Topic> {
  /** What makes it one logical email among those of its kind: the same key is never written twice. */
  key: string | number;
  /** The first part of the key, if not the kind. */
  keyName?: string;
  toAddress: string;
  toName: string;
  topic: Topic;
}

/** An email of the outbox whose text is about to be written. */
export interface RenderedMail<Topic> {
  topic: Topic;
  toAddress: string;
  toName: string;
  /** Staff sent it to an address of their choice. */
  isCopy: boolean;
}

/** The emails that domain events send, in their transaction. One to nobody, or to a deleted account, isn't written. */
type Triggers<Topic> = {
  [Name in keyof DomainEventMap]?: (
    payload: DomainEventMap[Name],
    tx: Tx,
  ) => Draft<Topic> | Draft<Topic>[] | Promise<Draft<Topic>[]>;
};

/** A text of an email, and how staff preview it. */
interface UsedText {
  text: TextDefinition;
  /** The email with made-up data. */
  example: (kit: MailKit, example: Example) => Mail;
  /** True if previews may show the latest email, or the value of its topic's `what`. Those with a secret never do. */
  latest?: boolean | string;
}

/** One kind of automatic email. */
interface EmailDefinition<Topic extends z.ZodObject> {
  kind: string;
  priority: Exclude<Priority, 3>;
  /**
   * What the email can't read from the database when it is written; secrets never. Kinds may share a name if their topics
   * tell them apart.
   */
  topic: Topic;
  /** The texts that staff can edit. */
  texts: readonly UsedText[];
  triggers?: Triggers<z.input<Topic>>;
  /** It goes to staff: it is no record of a buyer whose order it is about. */
  isForStaff?: boolean;
  /** It must arrive at once: it never waits for its turn, and no other email lists it. */
  neverWaits?: boolean;
  /** Receipts say how busy buyers are. */
  isReceipt?: boolean;
  /** It's about an order and says the same whenever it is written, so that staff can send it again. */
  isRepeatable?: boolean;
  /** A condition on the row `m` of the outbox: what it is about is over, so that it isn't worth sending anymore. */
  isOver?: RawBuilder<unknown>;
  /** Nobody has to know that it was asked for: its row is deleted when there's nothing to send. */
  leavesNoTrace?: boolean;
  /** The subject of an email that lists several of the kind. */
  mergedSubject?: (count: number) => string;
  /** The secret of its link, while it is valid. */
  findSecret?(deps: Deps, topic: z.output<Topic>): Promise<string | undefined>;
  /** @throws AppError `order_closed` if it can't be sent again */
  requireResendable?(deps: Deps, db: Queryable, topic: z.output<Topic>): Promise<void>;
  /**
   * Writes the email from its topic and the current rows.
   *
   * @returns undefined when there is nothing left to send
   */
  render(deps: Deps, kit: MailKit, mail: RenderedMail<z.output<Topic>>): Promise<Mail | undefined> | Mail | undefined;
}

/** A kind of email, and how to ask for one. */
export interface Email<Topic extends z.ZodObject = z.ZodObject> extends EmailDefinition<Topic> {
  /** The row for the outbox. */
  toRow(draft: Draft<z.input<Topic>>): NewMail;
}

/** Declares a kind of email. Its module lists it in its `emails`. */
export function defineEmail<Topic extends z.ZodObject>(definition: EmailDefinition<Topic>): Email<Topic> {
  const { kind, priority } = definition;
  return {
    ...definition,
    toRow: ({ key, keyName = kind.replaceAll("_", "-"), toAddress, toName, topic }) => ({
      dedupeKey: `${keyName}:${key}`,
      kind,
      priority,
      toAddress,
      toName,
      topic: topic as StoredTopic,
    }),
  };
}
