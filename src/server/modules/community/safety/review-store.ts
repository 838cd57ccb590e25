import { sql, type RawBuilder } from "kysely";
import type { HoldReason, ReportReason, ReviewItem } from "#contract/community/safety.ts";
import type { PersonCard, PostEvent } from "#contract/community/community.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { inOrder, isAfter, sortKeyOf, type Keyed, type ListOrder, type Slice } from "#server/platform/db/keyset.ts";
import { allRows, firstRow, hasRows, run } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import { eventCard, mayRead, personCard } from "../columns.ts";
import type { Viewer } from "../viewer.ts";
import type { Target, TargetKind } from "./queue-store.ts";

/** An item of the queue as stored, with what it is about. */
export interface ReviewRow {
  id: number;
  openedAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  decision: ReviewItem["decision"];
  holds: HoldReason[];
  reports: { at: string; reason: ReportReason; note: string; reporter: PersonCard | null }[];
  kind: TargetKind;
  targetId: number;
  postId: number | null;
  status: ReviewItem["content"]["status"];
  text: string | null;
  html: string | null;
  htmlVersion: number | null;
  images: { id: number; pictureId: number }[];
  event: Stored<PostEvent> | null;
  contentAt: Date | null;
  authorId: number | null;
  author: PersonCard | null;
  hiddenCount: number;
  warnedCount: number;
}

const columns = sql`
  v.id, v.opened_at as "openedAt", v.decided_at as "decidedAt", d.display_name as "decidedBy", v.decision, v.holds,
  (select coalesce(json_agg(json_build_object('at', r.at, 'reason', r.reason, 'note', r.note,
      'reporter', ${personCard("w")}) order by r.id), '[]')
    from reports r left join ${accountsTables.users} w on w.id = r.reporter_id where r.review_id = v.id) as reports,
  v.kind, v.target_id as "targetId", coalesce(c.post_id, i.post_id, p.id) as "postId",
  case v.kind when 'person' then 'published' when 'comment' then coalesce(c.status, 'deleted')
    when 'photo' then case when i.id is null or p.status = 'deleted' then 'deleted' when i.hidden_at is not null then 'hidden'
      else p.status end
    else coalesce(p.status, 'deleted') end as status,
  case v.kind when 'comment' then c.text when 'post' then p.text end as text,
  case v.kind when 'comment' then c.html when 'post' then p.html end as html,
  case v.kind when 'comment' then c.html_version when 'post' then p.html_version end as "htmlVersion",
  case when v.kind = 'photo' then json_build_array(json_build_object('id', i.id, 'pictureId', i.picture_id))
    when v.kind = 'post' then (
      select coalesce(json_agg(json_build_object('id', x.id, 'pictureId', x.picture_id) order by x.place), '[]')
      from post_images x where x.post_id = p.id and x.hidden_at is null)
    else '[]' end as images,
  ${eventCard("e")} as event, coalesce(c.created_at, p.created_at) as "contentAt", v.author_id as "authorId",
  ${personCard("a")} as author,
  (select count(*)::integer from review_items o where o.author_id = v.author_id and o.decision = 'hidden') as "hiddenCount",
  (select count(*)::integer from moderation_actions o
    where o.person_id = v.author_id and o.kind = 'warn' and o.undone_at is null) as "warnedCount"`;

const joins = sql`
  review_items v
  left join comments c on v.kind = 'comment' and c.id = v.target_id
  left join post_images i on v.kind = 'photo' and i.id = v.target_id
  left join posts p on p.id = case v.kind when 'post' then v.target_id when 'comment' then c.post_id
    when 'photo' then i.post_id end
  left join ${accountsTables.users} a on a.id = v.author_id
  left join ${accountsTables.users} d on d.id = v.decided_by
  left join ${eventsTables.events} e on e.id = p.event_id`;

/** The orders of the queue: what waits longest first, and what was decided last. */
export const reviewOrders: Record<"open" | "done", ListOrder> = {
  open: { name: "id", keys: [{ by: sql`v.id`, type: "bigint" }], descending: false },
  done: { name: "-id", keys: [{ by: sql`v.id`, type: "bigint" }], descending: true },
};

/** A page of the queue. */
export function findReviews(db: Queryable, show: "open" | "done", slice: Slice): Promise<Keyed<ReviewRow>[]> {
  const isShown = show === "open" ? sql`v.decided_at is null` : sql`v.decided_at is not null`;
  return allRows(db)`
    select ${columns}, ${sortKeyOf(slice)} as "sortKey" from ${joins}
    where ${isShown} and ${isAfter(slice)} ${inOrder(slice)}`;
}

/** One item of the queue. */
export function findReview(db: Queryable, id: number): Promise<ReviewRow | undefined> {
  return firstRow(db)`select ${columns} from ${joins} where v.id = ${id}`;
}

const readableTargets: Record<TargetKind, (viewer: Viewer, id: number) => RawBuilder<unknown>> = {
  post: (viewer, id) => sql`
    select p.author_id as "authorId" from posts p where p.id = ${id} and p.status = 'published' and ${mayRead(viewer, "p")}`,
  comment: (viewer, id) => sql`
    select c.author_id as "authorId" from comments c join posts p on p.id = c.post_id
    where c.id = ${id} and c.status = 'published' and ${mayRead(viewer, "c")} and ${mayRead(viewer, "p")}`,
  photo: (viewer, id) => sql`
    select p.author_id as "authorId" from post_images i join posts p on p.id = i.post_id
    where i.id = ${id} and i.hidden_at is null and p.status = 'published' and ${mayRead(viewer, "p")}`,
  person: (_viewer, id) => sql`
    select u.id as "authorId" from ${accountsTables.users} u where u.id = ${id} and u.role <> 'guest'`,
};

/** Who wrote something published that someone can see: what can be reported. */
export function findReportable(
  tx: Tx,
  viewer: Viewer,
  { kind, id }: Target,
): Promise<{ authorId: number | null } | undefined> {
  return firstRow(tx)`${readableTargets[kind](viewer, id)}`;
}

/** True if someone reported a thing before, whether or not it was decided. */
export function hasReported(tx: Tx, reporterId: number, { kind, id }: Target): Promise<boolean> {
  return hasRows(tx)`
    select from reports r join review_items v on v.id = r.review_id
    where r.reporter_id = ${reporterId} and v.kind = ${kind} and v.target_id = ${id}`;
}

/** Adds a report to an item of the queue. */
export function insertReport(
  tx: Tx,
  report: { reviewId: number; reporterId: number; reason: ReportReason; note: string },
): Promise<void> {
  return run(tx)`
    insert into reports (review_id, reporter_id, reason, note)
    values (${report.reviewId}, ${report.reporterId}, ${report.reason}, ${report.note}) on conflict do nothing`;
}
