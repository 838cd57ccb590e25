import type { Feed, FeedQuery } from "#contract/community/community.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { readPage } from "#server/platform/db/keyset.ts";
import { toEvent } from "../columns.ts";
import { feedTopic } from "../rules.ts";
import { readViewer } from "../viewer.ts";
import * as store from "./feed-store.ts";
import { showPosts } from "./show.ts";

const pageSize = 10;

/**
 * A page of the feed. It starts where the page before it ended, by one index: no page costs more than the first, however
 * many posts there are.
 *
 * @throws AppError `not_signed_in` for `following` of signed-out visitors | `invalid_input` for a cursor of another feed
 */
export async function readFeed(
  { db, realtime }: Deps,
  visitor: Principal | undefined,
  query: FeedQuery,
): Promise<Feed> {
  if (query.sort === "following" && visitor === undefined) throw new AppError("not_signed_in");
  const viewer = await readViewer(db, visitor);
  // Before the posts: whoever continues from here may hear of one twice, but misses none.
  const position = await realtime.findPosition(db, feedTopic);
  const isByWords = (query.q ?? "").trim() !== "";
  const order = store.feedOrders[query.sort === "top" ? "top" : "new"];
  const { rows, nextCursor } = await readPage(order, { cursor: query.cursor, size: pageSize }, (slice) => {
    if (query.sort === "following") return store.findFollowed(db, viewer, slice);
    if (isByWords) return store.findByWords(db, viewer, query, slice);
    return store.findFeed(db, viewer, { ...query, q: undefined }, slice);
  });
  const isFirst = query.cursor === undefined && !isByWords && query.authorId === undefined;
  const hasPins = isFirst && query.sort !== "following" && query.topic !== "photos";
  const pinned = hasPins ? await store.findPinned(db, viewer, query.eventId) : [];
  const shown = await showPosts(db, viewer, [...pinned, ...rows]);
  return { pinned: shown.slice(0, pinned.length), items: shown.slice(pinned.length), nextCursor, position };
}

/** Events that people can post about, the nearest in time first. */
export async function listTopics({ db }: Deps) {
  const rows = await store.findTopicEvents(db);
  return { items: rows.map(({ event, ...row }) => ({ ...row, event: toEvent(event) })) };
}
