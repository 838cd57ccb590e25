import type { EmailText } from "#contract/email/texts.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, hasRows, onlyValue } from "#server/platform/db/rows.ts";
import type { MailTopic } from "../new-mail.ts";

/** One saved version of a text; its texts are null after a reset. */
export interface TextRow {
  kind: string;
  version: number;
  subject: string | null;
  intro: string | null;
  buttonLabel: string | null;
  savedAt: Date;
}

/** The latest version of every text that was ever saved. */
export function findCurrentTexts(db: Queryable): Promise<TextRow[]> {
  return allRows(db)`
    select distinct on (kind) kind, version, subject, intro, button_label as "buttonLabel", saved_at as "savedAt"
    from email_texts order by kind, version desc`;
}

/** The latest versions of one text, newest first, with who saved them. */
export function findTextHistory(db: Queryable, kind: string): Promise<(TextRow & { savedById: number | null })[]> {
  return allRows(db)`
    select kind, version, subject, intro, button_label as "buttonLabel", saved_at as "savedAt", saved_by as "savedById"
    from email_texts where kind = ${kind} order by version desc limit 50`;
}

/** Adds a version of a text. @returns false if someone else added it first */
export function insertText(
  tx: Tx,
  { kind, version, text, staffId }: { kind: string; version: number; text: EmailText | null; staffId: number },
): Promise<boolean> {
  return hasRows(tx)`
    insert into email_texts (kind, version, subject, intro, button_label, saved_by)
    values (${kind}, ${version}, ${text?.subject ?? null}, ${text?.intro ?? null}, ${text?.buttonLabel ?? null}, ${staffId})
    on conflict (kind, version) do nothing returning version`;
}

/** What the latest email of a kind was written from, if it is about one thing. */
export function findLatestMail(
  db: Queryable,
  { kind, what }: { kind: string; what?: string | undefined },
): Promise<MailTopic | undefined> {
  return firstRow(db)`
    select kind, to_address as "toAddress", topic from emails
    where kind = ${kind} and not topic ? 'merged' and not topic ? 'copy'
      and (${what ?? null}::text is null or topic ->> 'what' = ${what ?? null}::text)
    order by id desc limit 1`;
}

/** The id of an email by its key. */
export function findMailId(db: Queryable, dedupeKey: string): Promise<number> {
  return onlyValue(db, integer)`select id from emails where dedupe_key = ${dedupeKey}`;
}
