import { sql } from "kysely";
import type { ReactionKind } from "#contract/chat/chat.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { firstRow, firstValue, onlyValue, run } from "#server/platform/db/rows.ts";
import { mayAnswer } from "../columns.ts";
import type { Viewer } from "../viewer.ts";

/** What can be reacted to. */
export type Reacted = "post" | "comment";

type Counts = Partial<Record<ReactionKind, number>>;

/** The post of something that someone may read and that is published, locked until the transaction ends. */
export function lockReacted(tx: Tx, what: Reacted, id: number, viewer: Viewer): Promise<number | undefined> {
  if (what === "post") {
    return firstValue(tx, integer)`
      select p.id from posts p where p.id = ${id} and ${mayAnswer(viewer, "p")} for no key update`;
  }
  return firstValue(tx, integer)`
    select c.post_id from comments c join posts p on p.id = c.post_id
    where c.id = ${id} and ${mayAnswer(viewer, "c")} and ${mayAnswer(viewer, "p")} for no key update of c`;
}

/** Sets or removes someone's reaction. @returns the former one; null if there was none */
export async function setReaction(
  tx: Tx,
  what: Reacted,
  id: number,
  { userId, kind }: { userId: number; kind: ReactionKind | null },
): Promise<ReactionKind | null> {
  const former =
    (await firstValue(tx)<ReactionKind | undefined>`
      select kind from ${tableOf(what)} where ${keyOf(what)} = ${id} and user_id = ${userId}`) ?? null;
  if (former === kind) return former;
  if (kind === null) await run(tx)`delete from ${tableOf(what)} where ${keyOf(what)} = ${id} and user_id = ${userId}`;
  else {
    await run(tx)`
      insert into ${tableOf(what)} (${keyOf(what)}, user_id, kind) values (${id}, ${userId}, ${kind})
      on conflict (${keyOf(what)}, user_id) do update set kind = excluded.kind`;
  }
  return former;
}

/** Moves one reaction between the counts of what was reacted to. @returns the counts */
export async function moveCount(
  tx: Tx,
  what: Reacted,
  id: number,
  { from, to }: { from: ReactionKind | null; to: ReactionKind | null },
): Promise<{ counts: Counts; commentCount: number }> {
  const step = (to === null ? 0 : 1) - (from === null ? 0 : 1);
  const comments = what === "post" ? sql`comment_count` : sql`0`;
  return (await firstRow(tx)<{ counts: Counts; commentCount: number }>`
    update ${what === "post" ? sql`posts` : sql`comments`} set reaction_count = reaction_count + ${step},
      reactions = (
        select coalesce(jsonb_object_agg(kind, count), '{}') from (
          select kind, sum(count)::integer as count from (
            select key as kind, value::integer as count from jsonb_each_text(reactions)
            union all select ${from}::text, -1 where ${from}::text is not null
            union all select ${to}::text, 1 where ${to}::text is not null) each
          group by kind having sum(count) > 0) counted)
    where id = ${id} returning reactions as counts, ${comments} as "commentCount"`)!;
}

export async function findCounts(db: Queryable, what: Reacted, id: number): Promise<Counts> {
  return onlyValue(db)`select reactions from ${what === "post" ? sql`posts` : sql`comments`} where id = ${id}`;
}

const tableOf = (what: Reacted) => (what === "post" ? sql`post_reactions` : sql`comment_reactions`);
const keyOf = (what: Reacted) => (what === "post" ? sql`post_id` : sql`comment_id`);
