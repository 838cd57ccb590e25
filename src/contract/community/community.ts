import { z } from "zod";
import { ReactionKind } from "../chat/chat.ts";
import { PostText, postLimits } from "./fields.ts";
import { endpoint } from "../endpoint.ts";
import { Poster } from "../events/events.ts";
import { AltText } from "../form-fields.ts";
import { pictureFile, PictureRefusal, PictureStatus } from "../media.ts";
import {
  ById,
  Empty,
  EventReference,
  Id,
  IdParam,
  Instant,
  InstantOrNull,
  IntOrNull,
  Items,
  Line,
  paging,
  SearchText,
  TextOrNull,
  Version,
} from "../shapes.ts";

// The community follows one family of realtime topics. Messages name ids and counts, never texts or people: whoever
// gets one reads the rest from the API, which knows whom they blocked.
// - `community.feed`: `published` {id, eventId, hasImages}, `removed` {id}, `changed` {id}, `pinned` {id, isPinned},
//   `counts` {id, reactions, commentCount}
// - `community.post-{id}`: `comment` {id, parentId}, `comment_removed` {id}, `comment_changed` {id},
//   `reactions` {commentId | null, reactions}, `changed` {}, `removed` {}
// - `community.member-{id}`, for that member only: `notifications` {}, to ask for the count again
// - `community.review`, for moderators: `review` {open}

/** A member as others see them in lists. `handle` is their username: `@handle` mentions them. */
export const PersonCard = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  avatar: TextOrNull,
  /** `staff` for moderators and admins. */
  badge: z.enum(["staff"]).nullable(),
});
export type PersonCard = z.infer<typeof PersonCard>;

/** An event that posts are about. */
export const PostEvent = EventReference.extend({ slug: z.string() });
export type PostEvent = z.infer<typeof PostEvent>;

/** When a post was written, seen from its event. */
export const EventPhase = z.enum(["before", "during", "after"]);
export type EventPhase = z.infer<typeof EventPhase>;

/**
 * `published`: everyone can read it. `held`: waits for a moderator; only its author and moderators see it. `hidden`: a
 * moderator took it away; its author sees it with the reason.
 */
export const PostStatus = z.enum(["published", "held", "hidden"]);
export type PostStatus = z.infer<typeof PostStatus>;

export const PostImage = z.object({
  /** The id of this image in this post, for reports and the photo wall. */
  id: Id,
  poster: Poster,
});
export type PostImage = z.infer<typeof PostImage>;

/** How many reacted, by kind; kinds that nobody chose are left out. */
export const ReactionCounts = z.array(z.object({ kind: ReactionKind, count: z.int().min(1) }));
export type ReactionCounts = z.infer<typeof ReactionCounts>;

/** What the site wrote when an event ended. */
export const AfterParty = z.object({
  /** How many people checked in; null below ten. */
  attendees: IntOrNull,
  /** A stream of the event with a published replay, at /live?stream=. */
  replayStreamId: Id.nullable(),
  /** Approved photos on the event's wall. */
  photoCount: z.int(),
  nextEvent: PostEvent.nullable(),
});
export type AfterParty = z.infer<typeof AfterParty>;

/** What the visitor may do with a post or a comment, and did. */
export const Yours = z.object({
  isAuthor: z.boolean(),
  reaction: ReactionKind.nullable(),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  canModerate: z.boolean(),
});

/** `you` and `text` depend on who asks. */
export const Post = z.object({
  id: Id,
  /** `after_party` is written by the site: it has no author, and `afterParty` has its content besides the text. */
  kind: z.enum(["post", "photos", "after_party"]),
  at: Instant,
  /** Null for a deleted account, and for `after_party`. */
  author: PersonCard.nullable(),
  event: PostEvent.nullable(),
  phase: EventPhase.nullable(),
  /** Cleaned HTML, safe to show. Mentions are links to /community?person={id}. */
  html: z.string(),
  /** The beginning as plain text, for previews. */
  excerpt: z.string(),
  /** The Markdown that was written, for its author to edit; null for others. */
  text: TextOrNull,
  /** `pictureId` keeps an image in an edit; null for everyone but the author. */
  images: z.array(PostImage.extend({ pictureId: Id.nullable() })),
  afterParty: AfterParty.nullable(),
  status: PostStatus,
  /** Why it is held or hidden, in a sentence for its author; null if it is published. */
  statusReason: TextOrNull,
  isPinned: z.boolean(),
  editedAt: InstantOrNull,
  /** For the next edit. */
  version: Version,
  reactions: ReactionCounts,
  commentCount: z.int(),
  you: Yours,
});
export type Post = z.infer<typeof Post>;

/**
 * - `new`: newest first. `top`: what people respond to, where a week of age weighs as much as ten times the response.
 * - `following`: newest of those whom the visitor follows; signed-in members only.
 */
export const FeedSort = z.enum(["new", "top", "following"]);
export type FeedSort = z.infer<typeof FeedSort>;

/** `general` is about no event, `photos` has images. For one event, give `eventId` instead. */
export const FeedTopic = z.enum(["all", "general", "photos"]);
export type FeedTopic = z.infer<typeof FeedTopic>;

/** With `following`, only `cursor` counts besides. */
export const FeedQuery = z.object({
  sort: FeedSort.default("new"),
  topic: FeedTopic.default("all"),
  eventId: IdParam.optional(),
  phase: EventPhase.optional(),
  /** Posts of one member, for their card. */
  authorId: IdParam.optional(),
  /** Words, of which each is in the text. */
  q: SearchText,
  cursor: paging.cursor,
});
export type FeedQuery = z.infer<typeof FeedQuery>;

/** Leaves out whom the visitor muted or blocked. */
export const Feed = z.object({
  /** Pinned posts of the topic, on the first page of `new` and `top` only. They aren't among `items`. */
  pinned: z.array(Post),
  items: z.array(Post),
  /** Leads to the next page; null on the last one. */
  nextCursor: TextOrNull,
  /** Where the topic `community.feed` goes on. */
  position: z.int(),
});
export type Feed = z.infer<typeof Feed>;

/**
 * `not_signed_in` for `following` without a session, `invalid_input` for a cursor of another feed. Deep pages cost no
 * more than the first.
 */
export const getFeed = endpoint("GET /api/community/posts", "Posts of the community, a page of 10", {
  access: "public",
  query: FeedQuery,
  reply: Feed,
  errors: ["not_signed_in"],
});

/** From 45 days ago to 60 days ahead, the nearest first. */
export const listTopics = endpoint(
  "GET /api/community/topics",
  "Events that people can post about: the last ones, those of today and the next ones",
  {
    access: "public",
    reply: Items(z.object({ event: PostEvent, phase: EventPhase, postCount: z.int() })),
  },
);

/** `not_found` also for what this visitor can't read. */
export const getPost = endpoint("GET /api/community/posts/{id}", "One post", {
  access: "public",
  params: ById,
  /** `position`: where the topic `community.post-{id}` goes on. */
  reply: Post.extend({ position: z.int() }),
});

const Images = z
  .array(z.strictObject({ pictureId: Id, alt: AltText }))
  .max(postLimits.images)
  .check(
    z.refine(
      (images) => new Set(images.map(({ pictureId }) => pictureId)).size === images.length,
      "Use each image once",
    ),
  );

/**
 * A post needs text or images, which must be uploaded and ready. `isForWall` sends its images to the event's photo wall:
 * for people who hold or held a ticket, and always held until staff approve it.
 */
export const NewPost = z.strictObject({
  text: PostText,
  images: Images,
  eventId: Id.nullable(),
  isForWall: z.boolean().default(false),
});
export type NewPost = z.input<typeof NewPost>;

/**
 * A moderator sees a new member's first posts, banned words and photos for a wall first. The same Idempotency-Key posts
 * once.
 */
export const createPost = endpoint(
  "POST /api/community/posts",
  "Post; `status` says whether it is published or waits for a moderator",
  {
    access: "member",
    idempotent: true,
    body: NewPost,
    reply: Post,
    status: 201,
    errors: ["not_found", "not_allowed", "community_muted", "post_refused", "too_many_requests"],
  },
);

/**
 * `not_found` for posts of others, `not_allowed` for a hidden one. A banned word in a published post is refused, not
 * held.
 */
export const editPost = endpoint("PATCH /api/community/posts/{id}", "Edit one's own post; earlier versions stay", {
  access: "member",
  params: ById,
  body: z.strictObject({ text: PostText, images: Images, version: Version }),
  reply: Post,
  errors: ["not_found", "not_allowed", "community_muted", "post_refused", "edited_meanwhile", "too_many_requests"],
});

/** Its images and history go with it. `not_found` for posts of others. */
export const deletePost = endpoint("DELETE /api/community/posts/{id}", "Delete one's own post, with its comments", {
  access: "member",
  params: ById,
  reply: Empty,
});

/**
 * An earlier text of a post or comment, newest first; the current one isn't among them. Of what a moderator hid, only
 * moderators get the text.
 */
export const EarlierText = z.object({
  id: Id,
  at: Instant,
  html: z.string(),
  imageCount: z.int(),
  isHidden: z.boolean(),
});
export type EarlierText = z.infer<typeof EarlierText>;

/** `not_found` also for what this visitor can't read. */
export const getPostHistory = endpoint("GET /api/community/posts/{id}/history", "Earlier texts of a post", {
  access: "member",
  params: ById,
  reply: Items(EarlierText),
});

/** Three per topic (`over_limit`). `not_found` unless it is published. */
export const pinPost = endpoint("PUT /api/community/posts/{id}/pin", "Pin a post above its topic, or unpin it", {
  access: "moderator",
  params: ById,
  body: z.strictObject({ isPinned: z.boolean() }),
  reply: Post,
  errors: ["not_found", "over_limit"],
});

/** Null takes the reaction back. */
export const ReactionBody = z.strictObject({ kind: ReactionKind.nullable() });
export const ReactionReply = z.object({ reactions: ReactionCounts });

/** Setting it again changes nothing. `not_found` also if a block keeps the two apart. */
export const reactToPost = endpoint("PUT /api/community/posts/{id}/reaction", "React to a post; one per member", {
  access: "member",
  limit: "chat",
  params: ById,
  body: ReactionBody,
  reply: ReactionReply,
  errors: ["not_found", "not_allowed", "community_muted"],
});

/** An image that a member uploaded, until a post uses it. */
export const CommunityImage = z.object({
  /** For `pictureId` of a new post. */
  id: Id,
  status: PictureStatus,
  refusal: PictureRefusal.nullable(),
  /** Null until it is ready. Its alt text is still empty. */
  poster: Poster.nullable(),
});
export type CommunityImage = z.infer<typeof CommunityImage>;

/** It is processed after the reply; see `getCommunityImage`. */
export const uploadCommunityImage = endpoint(
  "POST /api/community/images",
  "Upload an image for a post. It is deleted after a day if no post uses it",
  {
    access: "member",
    limit: "upload",
    upload: { types: pictureFile.types, maxBytes: pictureFile.maxBytes, streamed: true },
    query: z.object({ fileName: Line(1, 200) }),
    reply: CommunityImage,
    status: 201,
    errors: [
      "invalid_input",
      "community_muted",
      "too_large",
      "unsupported_media_type",
      "too_many_requests",
      "storage_full",
      "unavailable",
    ],
  },
);

/** `not_found` for images of others. */
export const getCommunityImage = endpoint(
  "GET /api/community/images/{id}",
  "Whether an image that one uploaded is ready; ask again each second until it is",
  { access: "member", params: ById, reply: CommunityImage },
);
