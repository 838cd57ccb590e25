import { allRows } from "#server/platform/db/rows.ts";
import { numbersAmong, quoteText, type QuotedText, type TargetNamer } from "#server/platform/target-names.ts";

/** What the activity log calls chat messages: whose they are, and how they begin. */
export const targetNames: Record<string, TargetNamer> = {
  chat_message: async (db, ids) =>
    (
      await allRows(db)<QuotedText & { id: number }>`
        select id, author_name as author, text, case when hidden_at is null then 'published' else 'hidden' end as status
        from chat_messages where id = any(${numbersAmong(ids)}::bigint[])`
    ).map((row) => ({ id: row.id, name: quoteText(row) })),
};
