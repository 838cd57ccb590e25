import { z } from "zod";
import { ReportNote } from "./fields.ts";
import { PersonCard, PostEvent, PostImage } from "./community.ts";
import { Trust } from "./people.ts";
import { endpoint, fileEndpoint } from "../endpoint.ts";
import { Reason } from "../form-fields.ts";
import { ById, Empty, Id, IdParam, Instant, InstantOrNull, paging, ReasonBody, TextOrNull } from "../shapes.ts";

/** What can be reported and reviewed. A `photo` is one image of a post, by its id there. */
export const ContentKind = z.enum(["post", "comment", "photo"]);
export type ContentKind = z.infer<typeof ContentKind>;

export const ReportReason = z.enum(["spam", "harassment", "hate", "sexual", "violence", "privacy", "other"]);
export type ReportReason = z.infer<typeof ReportReason>;

/** `targetId` is an id of that `kind`; a photo's is its id in the post. */
export const ReportForm = z.strictObject({
  kind: z.enum([...ContentKind.options, "person"]),
  targetId: Id,
  reason: ReportReason,
  note: z.optional(ReportNote),
});
export type ReportForm = z.input<typeof ReportForm>;

/** Each person reports a thing once. `not_allowed` for one's own things. Someone who is muted can still report. */
export const reportContent = endpoint(
  "POST /api/community/reports",
  "Report a post, comment, photo or member; reporting it again changes nothing",
  {
    access: "member",
    limit: "note",
    idempotent: true,
    body: ReportForm,
    reply: Empty,
    status: 201,
    errors: ["not_found", "not_allowed", "too_many_requests"],
  },
);

/** Why the site itself put something into the queue. */
export const HoldReason = z.enum(["new_member", "banned_word", "wall"]);
export type HoldReason = z.infer<typeof HoldReason>;

/** Only staff see who reported. */
export const ReviewReport = z.object({
  at: Instant,
  reason: ReportReason,
  note: z.string(),
  /** Null for a deleted account. */
  reporter: PersonCard.nullable(),
});
export type ReviewReport = z.infer<typeof ReviewReport>;

/** The reported or held thing, as it is now. */
export const ReviewedContent = z.object({
  kind: z.enum([...ContentKind.options, "person"]),
  id: Id,
  /** The post that a comment or photo belongs to, or the post itself. */
  postId: Id.nullable(),
  status: z.enum(["published", "held", "hidden", "deleted"]),
  html: z.string(),
  /** The banned words that its text has by today's list, each with the form that it has there. */
  bannedWords: z.array(z.object({ word: z.string(), written: z.string() })),
  images: z.array(PostImage),
  event: PostEvent.nullable(),
  at: InstantOrNull,
});
export type ReviewedContent = z.infer<typeof ReviewedContent>;

/** One thing in the queue, with every report about it and why the site held it. */
export const ReviewItem = z.object({
  id: Id,
  openedAt: Instant,
  /** Null once a moderator decided. */
  decidedAt: InstantOrNull,
  decidedBy: TextOrNull,
  decision: z.enum(["approved", "hidden", "removed"]).nullable(),
  holds: z.array(HoldReason),
  reports: z.array(ReviewReport),
  content: ReviewedContent,
  /** Null for a deleted account. */
  author: PersonCard.nullable(),
  authorTrust: Trust.nullable(),
  /** How often the author's content was hidden, and how often they were warned. */
  authorHidden: z.int(),
  authorWarned: z.int(),
});
export type ReviewItem = z.infer<typeof ReviewItem>;

/** `open` has the oldest first, `done` the newest. */
export const ReviewQuery = z.object({
  show: z.enum(["open", "done"]).default("open"),
  cursor: paging.cursor,
});

/** `open` counts everything that waits. */
export const listReview = endpoint(
  "GET /api/community/review",
  "What waits for a moderator, oldest first, a page of 50; or what was decided, newest first",
  {
    access: "moderator",
    query: ReviewQuery,
    /** `position`: where the topic `community.review` goes on. */
    reply: z.object({ items: z.array(ReviewItem), open: z.int(), nextCursor: TextOrNull, position: z.int() }),
  },
);

/** The same as files, for admins. Times are in UTC. */
export const exportReview = fileEndpoint("/api/admin/community-reviews.csv", ReviewQuery.omit({ cursor: true }));

export const getReviewItem = endpoint("GET /api/community/review/{id}", "One item of the review queue", {
  access: "moderator",
  params: ById,
  reply: ReviewItem,
});

/** What a moderator did: to one thing or to a member. `clear` suspends people and hides everything that they wrote. */
export const ModerationKind = z.enum([
  "approve",
  "hide",
  "restore",
  "warn",
  "mute",
  "unmute",
  "suspend",
  "remove_all",
  "clear",
]);
export type ModerationKind = z.infer<typeof ModerationKind>;

/** One act can change many things, such as `remove_all`, and be about many people: `clear`. */
export const ModerationAction = z.object({
  id: Id,
  kind: ModerationKind,
  at: Instant,
  moderator: TextOrNull,
  reason: z.string(),
  /** When a mute ends; null for other kinds and for good. */
  until: InstantOrNull,
  /** The things that it changed: posts, comments, photos and chat messages. */
  itemCount: z.int(),
  person: PersonCard.nullable(),
  /** The people whom it is about: 0 for a deleted account, more than 1 only for `clear`. */
  personCount: z.int(),
  /** Of them, those who are still being worked on, or whose undoing is. */
  pendingCount: z.int(),
  undoneAt: InstantOrNull,
  /** Until when it can be undone; null if it can't, as warnings. */
  undoUntil: InstantOrNull,
});
export type ModerationAction = z.infer<typeof ModerationAction>;

/**
 * `approve` publishes what was held, and dismisses reports. `hide` takes it away; its author is told the reason. Both
 * close the item. Refused with `status_final` if someone else decided meanwhile.
 */
export const decideReview = endpoint("POST /api/community/review/{id}", "Decide one item of the review queue", {
  access: "moderator",
  params: ById,
  body: z.discriminatedUnion("decision", [
    z.strictObject({ decision: z.literal("approve"), reason: z.optional(Reason) }),
    z.strictObject({ decision: z.literal("hide"), reason: Reason }),
  ]),
  reply: z.object({ action: ModerationAction, open: z.int() }),
  errors: ["not_found", "status_final", "not_allowed"],
});

/**
 * The same from where the content is: a post, comment or photo. Also closes its item in the queue. Refused with
 * `status_final` if it is so already.
 */
export const moderateContent = endpoint(
  "POST /api/community/content/{kind}/{id}",
  "Hide a post, comment or photo, or restore it",
  {
    access: "moderator",
    params: z.object({ kind: ContentKind, id: IdParam }),
    body: z.strictObject({ isHidden: z.boolean(), reason: Reason }),
    reply: ModerationAction,
    errors: ["not_found", "status_final", "not_allowed"],
  },
);

/** What it says now stays. Setting it again changes nothing. */
export const moderateEdit = endpoint(
  "PUT /api/community/edits/{id}",
  "Hide an earlier text from the history of a post or comment, or restore it",
  {
    access: "moderator",
    params: ById,
    body: z.strictObject({ isHidden: z.boolean(), reason: Reason }),
    reply: Empty,
    errors: ["not_found"],
  },
);

/** What a moderator can do to a member, on one sheet. Staff can't be acted on. `reason` is what the member reads. */
export const PersonAction = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("warn"), reason: Reason }),
  z.strictObject({ kind: z.literal("mute"), seconds: z.int().min(3600).max(31_536_000), reason: Reason }),
  z.strictObject({ kind: z.literal("unmute"), reason: Reason }),
  /** A mute for good. Their account stays: admins suspend accounts under Customers. */
  z.strictObject({ kind: z.literal("suspend"), reason: Reason }),
  /** Hides everything that they wrote and closes its items in the queue; each thing is in the activity log. */
  z.strictObject({ kind: z.literal("remove_all"), reason: Reason }),
]);
export type PersonAction = z.infer<typeof PersonAction>;

/**
 * `not_allowed` for staff and for oneself. It waits for what they post at this moment, so nothing is published after a
 * mute. The same Idempotency-Key acts once.
 */
export const actOnPerson = endpoint("POST /api/community/people/{id}/actions", "Warn, mute, suspend, or remove all", {
  access: "moderator",
  idempotent: true,
  params: ById,
  body: PersonAction,
  reply: z.object({ action: ModerationAction, open: z.int() }),
  status: 201,
  errors: ["not_found", "not_allowed"],
});

/** The most people in one act. */
export const maxCleared = 200;

/** Everyone whom a moderator selected. `reason` is what they read. */
export const ClearPeople = z.strictObject({ personIds: z.array(Id).min(1).max(maxCleared), reason: Reason });
export type ClearPeople = z.infer<typeof ClearPeople>;

/**
 * Each person is suspended from the community and banned from every chat for good, and all that they wrote in both is
 * hidden. Nobody is worked on if `not_allowed` (one of them is staff) or `not_found` (all accounts are deleted). The reply
 * is the action as it was recorded, with everyone pending; `getAction` says what is left, because a request works
 * for eight seconds at most and leaves the rest to the background, or to the same request with the same Idempotency-Key:
 * that acts once, but goes on working. Undoing the one action undoes it for all.
 */
export const clearPeople = endpoint(
  "POST /api/community/clearings",
  "Suspend people and hide everything that they wrote in the community and in chat",
  {
    access: "moderator",
    idempotent: true,
    body: ClearPeople,
    reply: ModerationAction,
    status: 201,
    errors: ["not_found", "not_allowed"],
  },
);

/** Someone who wrote lately, with what can still be seen or waits. Guests write in chat only. */
export const Writer = z.object({
  person: PersonCard,
  isGuest: z.boolean(),
  joinedAt: Instant,
  posts: z.int(),
  comments: z.int(),
  messages: z.int(),
  /** Open reports about them and these things. */
  reports: z.int(),
  lastAt: Instant,
  /** The beginning of the newest text. */
  excerpt: z.string(),
});
export type Writer = z.infer<typeof Writer>;

/** Staff aren't listed: nobody can act on them. */
export const listWriters = endpoint(
  "GET /api/community/writers",
  "Who wrote in the community or in chat in the last hours, who wrote most first, 200 at most",
  {
    access: "moderator",
    query: z.object({
      hours: z.coerce.number().pipe(z.int().min(1).max(168)).default(24),
      /** `new`: accounts of the last 7 days. */
      accounts: z.enum(["all", "new"]).default("all"),
    }),
    reply: z.object({ items: z.array(Writer) }),
  },
);

/**
 * `status_final` if it is too late, was undone already, or can't be undone, such as a warning. While people are pending,
 * repeating it goes on with them.
 */
export const undoAction = endpoint("POST /api/community/actions/{id}/undo", "Undo an action within 24 hours", {
  access: "moderator",
  params: ById,
  body: ReasonBody,
  /** What others changed since stays as they left it. */
  reply: ModerationAction,
  errors: ["not_found", "status_final", "not_allowed"],
});

/** What the action sheet shows of a member. */
export const PersonRecord = z.object({
  person: PersonCard,
  joinedAt: Instant,
  trust: Trust,
  mutedUntil: InstantOrNull,
  postCount: z.int(),
  commentCount: z.int(),
  hiddenCount: z.int(),
  /** Reports about them or what they wrote, open and decided. */
  reportCount: z.int(),
  /** Actions on them, newest first, 50 at most. */
  actions: z.array(ModerationAction),
  /** False for staff and for the moderator's own account. */
  canAct: z.boolean(),
});
export type PersonRecord = z.infer<typeof PersonRecord>;

export const getPersonRecord = endpoint(
  "GET /api/community/people/{id}/record",
  "What a moderator needs to know of a member",
  { access: "moderator", params: ById, reply: PersonRecord },
);

export const getAction = endpoint("GET /api/community/actions/{id}", "What a moderator did, as it is now", {
  access: "moderator",
  params: ById,
  reply: ModerationAction,
});

export const listActions = endpoint("GET /api/community/actions", "What moderators did, newest first, a page of 50", {
  access: "moderator",
  query: z.object({ cursor: paging.cursor }),
  reply: z.object({ items: z.array(ModerationAction), nextCursor: TextOrNull }),
});

/** The community's rules that staff set. */
export const CommunityRules = z.strictObject({
  /** How many posts of a new member a moderator must approve before their posts are published at once. */
  heldPosts: z.int().min(0).max(20),
});
export type CommunityRules = z.infer<typeof CommunityRules>;

/** Moderators can read them; only admins set them. */
export const getCommunityRules = endpoint("GET /api/community/rules", "The community's rules", {
  access: "moderator",
  reply: CommunityRules,
});

/** Apply to what is posted from now on; what waits in the queue stays there. */
export const setCommunityRules = endpoint("PUT /api/community/rules", "Set the community's rules", {
  access: "admin",
  body: CommunityRules.extend({ reason: Reason }),
  reply: CommunityRules,
});
