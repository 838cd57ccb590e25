import { z } from "zod";
import { CommentText } from "./fields.ts";
import { endpoint } from "../endpoint.ts";
import { ById, Empty, Id, IdParam, Instant, InstantOrNull, Items, paging, TextOrNull, Version } from "../shapes.ts";
import {
  EarlierText,
  PersonCard,
  PostStatus,
  ReactionBody,
  ReactionCounts,
  ReactionReply,
  Yours,
} from "./community.ts";

/** `you` and `text` depend on who asks. */
export const Comment = z.object({
  id: Id,
  postId: Id,
  /** The comment that it answers; null for a comment on the post. */
  parentId: Id.nullable(),
  at: Instant,
  /** Null for a deleted account. */
  author: PersonCard.nullable(),
  /** Null if it was deleted or hidden and only holds its replies together. */
  html: TextOrNull,
  /** For its author to edit. */
  text: TextOrNull,
  status: PostStatus,
  statusReason: TextOrNull,
  editedAt: InstantOrNull,
  version: Version,
  reactions: ReactionCounts,
  /** How many replies it has in all. */
  replyCount: z.int(),
  you: Yours,
});
export type Comment = z.infer<typeof Comment>;

/** A comment on a post with its first three replies. The rest come by `parentId`. */
export const Thread = Comment.extend({ replies: z.array(Comment) });
export type Thread = z.infer<typeof Thread>;

/** Without `parentId`: comments on the post itself. */
export const CommentQuery = z.object({
  /** Replies to this comment, oldest first; `replies` of each is empty. */
  parentId: IdParam.optional(),
  order: z.enum(["oldest", "newest"]).default("oldest"),
  cursor: paging.cursor,
});
export type CommentQuery = z.infer<typeof CommentQuery>;

/** `not_found` also for a post that this visitor can't read. */
export const listComments = endpoint("GET /api/community/posts/{id}/comments", "Comments of a post, a page of 50", {
  access: "public",
  params: ById,
  query: CommentQuery,
  reply: z.object({ items: z.array(Thread), nextCursor: TextOrNull }),
});

/** `not_found` also for what this visitor can't read. */
export const getComment = endpoint("GET /api/community/comments/{id}", "One comment, as realtime messages name it", {
  access: "public",
  params: ById,
  reply: Comment,
});

/** One with a banned word is held. The same Idempotency-Key comments once. */
export const createComment = endpoint("POST /api/community/posts/{id}/comments", "Comment on a post, or reply", {
  access: "member",
  idempotent: true,
  params: ById,
  /** Replies to a reply belong to the same top comment: give its id. */
  body: z.strictObject({ text: CommentText, parentId: Id.nullable() }),
  reply: Comment,
  status: 201,
  errors: ["not_found", "not_allowed", "community_muted", "post_refused", "too_many_requests"],
});

/** As `editPost`. */
export const editComment = endpoint("PATCH /api/community/comments/{id}", "Edit one's own comment", {
  access: "member",
  params: ById,
  body: z.strictObject({ text: CommentText, version: Version }),
  reply: Comment,
  errors: ["not_found", "not_allowed", "community_muted", "post_refused", "edited_meanwhile", "too_many_requests"],
});

/** Replies to it stay. `not_found` for comments of others. */
export const deleteComment = endpoint("DELETE /api/community/comments/{id}", "Delete one's own comment", {
  access: "member",
  params: ById,
  reply: Empty,
});

/** `not_found` also for what this visitor can't read. */
export const getCommentHistory = endpoint("GET /api/community/comments/{id}/history", "Earlier texts of a comment", {
  access: "member",
  params: ById,
  reply: Items(EarlierText),
});

/** As `reactToPost`. */
export const reactToComment = endpoint("PUT /api/community/comments/{id}/reaction", "React to a comment", {
  access: "member",
  limit: "chat",
  params: ById,
  body: ReactionBody,
  reply: ReactionReply,
  errors: ["not_found", "not_allowed", "community_muted"],
});
