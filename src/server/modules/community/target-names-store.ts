import { sql } from "kysely";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { allRows } from "#server/platform/db/rows.ts";
import { numbersAmong, quoteText, type QuotedText, type TargetNamer } from "#server/platform/target-names.ts";

const texts =
  (select: ReturnType<typeof sql>): TargetNamer =>
  async (db, ids) =>
    (await allRows(db)<QuotedText & { id: number }>`${select} = any(${numbersAmong(ids)}::bigint[])`).map((row) => ({
      id: row.id,
      name: quoteText(row),
    }));

const author = sql`left join ${accountsTables.users} u on u.id = `;

/** What the activity log calls posts, comments, photos and earlier texts: whose they are, and how they begin. */
export const targetNames: Record<string, TargetNamer> = {
  post: texts(
    sql`select p.id, u.display_name as author, p.text, p.status from posts p ${author} p.author_id where p.id`,
  ),
  comment: texts(sql`
    select c.id, u.display_name as author, c.text, c.status from comments c ${author} c.author_id where c.id`),
  photo: texts(sql`
    select i.id, u.display_name as author, p.text,
      case when p.status = 'published' and i.hidden_at is not null then 'hidden' else p.status end as status
    from post_images i join posts p on p.id = i.post_id ${author} p.author_id where i.id`),
  edit: texts(sql`
    select t.id, u.display_name as author, t.text,
      case when t.hidden_at is not null then 'hidden' else coalesce(p.status, c.status) end as status
    from earlier_texts t left join comments c on c.id = t.comment_id left join posts p on p.id = t.post_id
      ${author} coalesce(p.author_id, c.author_id) where t.id`),
};
