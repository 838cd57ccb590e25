import { maxCleared, type Writer } from "#contract/community/safety.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { chatTables } from "#server/modules/chat/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import { personCard } from "../columns.ts";

/** Someone who wrote lately, with the beginning of their newest text as they typed it. */
type WriterRow = Omit<Stored<Writer>, "excerpt"> & { text: string; kind: "post" | "comment" | "message" };

/** Who wrote in the last hours what a moderator could hide, who wrote most first; staff are left out. */
export function findWriters(
  db: Queryable,
  { hours, accounts }: { hours: number; accounts: "all" | "new" },
): Promise<WriterRow[]> {
  return allRows(db)`
    with recent as (select clock_now() - make_interval(hours => ${hours}::integer) as since),
    wrote as (
      select author_id, 'post' as kind, created_at as at, text from posts, recent
      where created_at > since and status in ('published', 'held') and author_id is not null
      union all
      select c.author_id, 'comment', c.created_at, c.text from comments c join posts p on p.id = c.post_id, recent
      where c.created_at > since and c.status in ('published', 'held') and p.status <> 'deleted'
        and c.author_id is not null
      union all
      select author_id, 'message', at, text from ${chatTables.chat_messages} m, recent
      where at > since and hidden_at is null and author_id is not null
    ),
    counted as (
      select author_id, count(*) filter (where kind = 'post')::integer as posts,
        count(*) filter (where kind = 'comment')::integer as comments,
        count(*) filter (where kind = 'message')::integer as messages, max(at) as "lastAt",
        (array_agg(left(text, 300) order by at desc))[1] as text, (array_agg(kind order by at desc))[1] as kind
      from wrote group by author_id
    )
    select ${personCard("u")} as person, u.role = 'guest' as "isGuest", u.created_at as "joinedAt", c.posts, c.comments,
      c.messages, c."lastAt", c.text, c.kind,
      (select count(*)::integer from reports r join review_items v on v.id = r.review_id
        where v.author_id = u.id and v.decided_at is null) as reports
    from counted c join ${accountsTables.users} u on u.id = c.author_id
    where u.role in ('guest', 'user')
      and (${accounts}::text = 'all' or u.created_at > clock_now() - interval '7 days')
    order by c.posts + c.comments + c.messages desc, u.id desc limit ${maxCleared}`;
}
