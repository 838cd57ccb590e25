import type { z } from "zod";
import type { ReportForm, ReviewItem, ReviewQuery } from "#contract/community/safety.ts";
import type { Poster } from "#contract/events/events.ts";
import { findBannedWords, listWords } from "#server/modules/banned-words/index.ts";
import { getPictures } from "#server/modules/media/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { SheetFile } from "#server/platform/csv.ts";
import { type Cells, fileOfPages } from "#server/platform/db/list.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { readPage } from "#server/platform/db/keyset.ts";
import { plainTextOf } from "#server/platform/rich-text.ts";
import { trustOf, reviewTopic } from "../rules.ts";
import { toEvent } from "../columns.ts";
import { readHtml } from "../text/stored-html.ts";
import { readViewer } from "../viewer.ts";
import { lockMember, readMember } from "../writing-store.ts";
import { announceQueue } from "./queue.ts";
import { countWaiting, upsertReview } from "./queue-store.ts";
import * as store from "./review-store.ts";

/**
 * Reports something that someone can see. Each person reports a thing once; staff see who did. Someone who is muted can
 * still report.
 *
 * @throws AppError `not_found` | `not_allowed` for one's own things
 */
export function report(
  deps: Deps,
  {
    reporter,
    form,
    idempotency,
  }: { reporter: Principal; form: z.output<typeof ReportForm>; idempotency: IdempotencyClaim },
): Promise<PreparedReply> {
  return inTransaction(deps.db, async (tx) => {
    await lockMember(tx, reporter.id);
    return answerOnce(tx, idempotency, async () => {
      const target = { kind: form.kind, id: form.targetId };
      const { authorId } = requireFound(await store.findReportable(tx, await readViewer(tx, reporter), target));
      if (authorId === reporter.id) throw new AppError("not_allowed", { message: "That's your own." });
      if (await store.hasReported(tx, reporter.id, target)) return { ok: true };
      const reviewId = await upsertReview(tx, { ...target, authorId, holds: [] });
      const { reason, note = "" } = form;
      await store.insertReport(tx, { reviewId, reporterId: reporter.id, reason, note });
      await announceQueue(deps, tx);
      return { ok: true };
    });
  });
}

const pageSize = 50;

/** A page of the review queue. */
export async function listReview({ db, realtime }: Deps, { show, cursor }: z.output<typeof ReviewQuery>) {
  // Before the items: whoever continues from here misses nothing.
  const position = await realtime.findPosition(db, reviewTopic);
  const { rows, nextCursor } = await readPage(store.reviewOrders[show], { cursor, size: pageSize }, (slice) =>
    store.findReviews(db, show, slice),
  );
  return { items: await showReviews(db, rows), open: await countWaiting(db), nextCursor, position };
}

const cells: Cells<ReviewItem> = {
  Opened: "openedAt",
  Type: ({ content }) => content.kind,
  Text: ({ content }) => plainTextOf(content.html),
  Status: ({ content }) => content.status,
  Author: ({ author }) => author?.name,
  "Held because": ({ holds }) => holds.join(", "),
  "Banned words": ({ content }) => content.bannedWords.map(({ word }) => word).join(", "),
  Reports: ({ reports }) => reports.length,
  "Reported as": ({ reports }) => [...new Set(reports.map(({ reason }) => reason))].join(", "),
  "Hidden before": "authorHidden",
  "Warned before": "authorWarned",
  Decision: "decision",
  Decided: "decidedAt",
  "Decided by": "decidedBy",
  ID: "id",
  "Content ID": ({ content }) => content.id,
  "Author ID": ({ author }) => author?.id,
};

/** What waits for a moderator, or what was decided, as a spreadsheet file. Times are in UTC. */
export const reviewFile = (deps: Deps, show: z.output<typeof ReviewQuery>["show"]): SheetFile =>
  fileOfPages((cursor) => listReview(deps, { show, cursor }), cells);

/** One item of the queue. @throws AppError `not_found` */
export async function getReviewItem(db: Queryable, id: number): Promise<ReviewItem> {
  return (await showReviews(db, [requireFound(await store.findReview(db, id))]))[0]!;
}

async function showReviews(db: Queryable, rows: store.ReviewRow[]): Promise<ReviewItem[]> {
  const pictureIds = rows.flatMap(({ images }) => images.flatMap(({ pictureId }) => pictureId ?? []));
  const pictures = await getPictures(db, pictureIds);
  const html = { post: await readHtmlOf(db, "post", rows), comment: await readHtmlOf(db, "comment", rows) };
  const words = await listWords({ db });
  const items: ReviewItem[] = [];
  for (const row of rows) {
    const shown = row.kind === "post" || row.kind === "comment" ? html[row.kind].get(row.targetId) : undefined;
    items.push(await toItem(db, row, { pictures, words, html: shown ?? "" }));
  }
  return items;
}

const readHtmlOf = (db: Queryable, kind: "post" | "comment", rows: store.ReviewRow[]) =>
  readHtml(
    db,
    kind,
    rows.flatMap(({ kind: each, targetId: id, text, html, htmlVersion }) =>
      each === kind && text !== null && html !== null && htmlVersion !== null ? [{ id, text, html, htmlVersion }] : [],
    ),
  );

async function toItem(
  db: Queryable,
  row: store.ReviewRow,
  { pictures, words, html }: { pictures: Map<number, Poster>; words: string[]; html: string },
): Promise<ReviewItem> {
  const { badge } = row.author ?? { badge: null };
  const authorTrust =
    row.authorId === null ? null : trustOf({ ...(await readMember(db, row.authorId)), isStaff: badge === "staff" });
  return {
    id: row.id,
    openedAt: row.openedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: row.decidedBy,
    decision: row.decision,
    holds: row.holds,
    reports: row.reports.map((each) => ({ ...each, at: new Date(each.at).toISOString() })),
    content: {
      kind: row.kind,
      id: row.targetId,
      postId: row.postId,
      status: row.status,
      html,
      bannedWords: findBannedWords(row.text ?? "", words),
      images: row.images.flatMap(({ id, pictureId }) => {
        const poster = pictures.get(pictureId);
        return poster === undefined ? [] : [{ id, poster }];
      }),
      event: row.event && toEvent(row.event),
      at: row.contentAt?.toISOString() ?? null,
    },
    author: row.author,
    authorTrust,
    authorHidden: row.hiddenCount,
    authorWarned: row.warnedCount,
  };
}
