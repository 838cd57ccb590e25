import type { AfterParty, Post } from "#contract/community/community.ts";
import type { Poster } from "#contract/events/events.ts";
import { getPictures } from "#server/modules/media/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { plainTextOf } from "#server/platform/rich-text.ts";
import { findAfterParties } from "../after-party/store.ts";
import { countsOf, excerptOf, rightsOf, statusReasonOf } from "../rules.ts";
import { toEvent } from "../columns.ts";
import { readHtml } from "../text/stored-html.ts";
import type { Viewer } from "../viewer.ts";
import type { PostRow } from "./columns.ts";

/** Posts as the contract shows them, in their order. */
export async function showPosts(db: Queryable, viewer: Viewer, rows: PostRow[]): Promise<Post[]> {
  const pictureIds = rows.flatMap(({ images }) => images.map(({ pictureId }) => pictureId));
  const pictures = pictureIds.length === 0 ? new Map<number, Poster>() : await getPictures(db, pictureIds);
  const ended = rows.flatMap(({ kind, eventId }) => (kind === "after_party" && eventId !== null ? [eventId] : []));
  const parties = ended.length === 0 ? new Map<number, AfterParty>() : await findAfterParties(db, ended);
  const html = await readHtml(db, "post", rows);
  return rows.map((row) => toPost(row, { viewer, pictures, parties, html: html.get(row.id)! }));
}

/** One of them. */
export const showPost = async (db: Queryable, viewer: Viewer, row: PostRow): Promise<Post> =>
  (await showPosts(db, viewer, [row]))[0]!;

interface Around {
  viewer: Viewer;
  pictures: Map<number, Poster>;
  parties: Map<number, AfterParty>;
  html: string;
}

function toPost(row: PostRow, { viewer, pictures, parties, html }: Around): Post {
  const rights = rightsOf(viewer, row);
  const isConcerned = rights.isAuthor || viewer.isModerator;
  return {
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    author: row.author,
    event: row.event && toEvent(row.event),
    phase: row.phase,
    html,
    excerpt: excerptOf(plainTextOf(html)),
    text: rights.isAuthor ? row.text : null,
    images: row.images.flatMap(({ id, pictureId }) => {
      const poster = pictures.get(pictureId);
      return poster === undefined ? [] : [{ id, poster, pictureId: rights.isAuthor ? pictureId : null }];
    }),
    afterParty: (row.eventId !== null && row.kind === "after_party" && parties.get(row.eventId)) || null,
    status: row.status,
    statusReason: isConcerned ? statusReasonOf(row.status, row.hiddenReason, row.holds ?? []) : null,
    isPinned: row.isPinned,
    editedAt: row.editedAt?.toISOString() ?? null,
    version: row.version,
    reactions: countsOf(row.counts),
    commentCount: row.commentCount,
    you: { ...rights, reaction: row.reaction },
  };
}
