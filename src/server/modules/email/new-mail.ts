/** In which order emails go: 0 receipts and security, 1 news about orders, 2 digests and reminders, 3 campaigns. */
export type Priority = 0 | 1 | 2 | 3;

/** What a row of the outbox says of what it's about. */
export type StoredTopic = Record<string, string | number>;

/** An email to be written: to whom, of which kind, about what. */
export interface NewMail {
  /** One logical email: the same key is never written twice. */
  dedupeKey: string;
  kind: string;
  priority: Priority;
  toAddress: string;
  toName: string;
  topic: StoredTopic;
  /** Emails of one campaign or automation have one; they go after all others, and aren't sent twice. */
  bulkKey?: string;
}

/** What an email is written from. */
export type MailTopic = Pick<NewMail, "kind" | "toAddress" | "topic">;
