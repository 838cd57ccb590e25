import { sql, type RawBuilder } from "kysely";
import type { ReactionKind } from "#contract/chat/chat.ts";
import type { HoldReason } from "#contract/community/safety.ts";
import type { EventPhase, PersonCard, Post, PostEvent, PostStatus } from "#contract/community/community.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import type { Stored } from "#server/platform/shown.ts";
import { authorOf, eventCard, personCard } from "../columns.ts";
import type { Viewer } from "../viewer.ts";

/** A post as stored, seen by someone. */
export interface PostRow {
  id: number;
  kind: Post["kind"];
  at: Date;
  authorId: number | null;
  author: PersonCard | null;
  eventId: number | null;
  event: Stored<PostEvent> | null;
  phase: EventPhase | null;
  text: string;
  html: string;
  htmlVersion: number;
  status: PostStatus;
  hiddenReason: string | null;
  holds: HoldReason[] | null;
  isPinned: boolean;
  editedAt: Date | null;
  version: number;
  counts: Partial<Record<ReactionKind, number>>;
  commentCount: number;
  reaction: ReactionKind | null;
  images: { id: number; pictureId: number }[];
}

/** The columns of post `p` by author `a` about event `e`, for someone. */
export const postColumns = (viewer: Viewer): RawBuilder<PostRow> => sql`
  p.id, p.kind, coalesce(p.published_at, p.created_at) as at, p.author_id as "authorId", ${personCard("a")} as author,
  p.event_id as "eventId", ${eventCard("e")} as event, p.phase, p.text, p.html, p.html_version as "htmlVersion", p.status,
  p.hidden_reason as "hiddenReason", p.pinned_at is not null as "isPinned", p.edited_at as "editedAt", p.version,
  p.reactions as counts, p.comment_count as "commentCount",
  case when p.status = 'held' then (select v.holds from review_items v
    where v.kind = 'post' and v.target_id = p.id and v.decided_at is null) end as holds,
  (select r.kind from post_reactions r where r.post_id = p.id and r.user_id = ${viewer.id}::bigint) as reaction,
  case when p.image_count = 0 then '[]' else (
    select coalesce(json_agg(json_build_object('id', i.id, 'pictureId', i.picture_id) order by i.place), '[]')
    from post_images i where i.post_id = p.id and i.hidden_at is null) end as images`;

/** What `postColumns` are read from, besides `posts p`. */
export const postJoins = sql`
  ${authorOf("p")} left join ${eventsTables.events} e on e.id = p.event_id`;
