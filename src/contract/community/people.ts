import { z } from "zod";
import { PersonCard, PostEvent, PostImage } from "./community.ts";
import { endpoint } from "../endpoint.ts";
import { ById, Empty, Id, Instant, InstantOrNull, paging, SearchText, TextOrNull } from "../shapes.ts";

/** "Was there": the member was admitted to this event. */
export const AttendanceBadge = z.object({ event: PostEvent });
export type AttendanceBadge = z.infer<typeof AttendanceBadge>;

/** What the visitor and a member are to each other. */
export const Relation = z.object({
  isYou: z.boolean(),
  isFollowing: z.boolean(),
  isFollower: z.boolean(),
  isMuted: z.boolean(),
  isBlocked: z.boolean(),
  /** False if the member lets nobody follow, or for visitors who can't. */
  canFollow: z.boolean(),
});
export type Relation = z.infer<typeof Relation>;

/** Of someone whom the visitor blocked, only who it is: counts are 0, dates and badges null. */
export const PublicPerson = z.object({
  person: PersonCard,
  /** Null if they don't show it. */
  joinedAt: InstantOrNull,
  /** The newest 20; null if they don't show them. */
  badges: z.array(AttendanceBadge).nullable(),
  badgeCount: z.int().nullable(),
  postCount: z.int(),
  followerCount: z.int(),
  followingCount: z.int(),
  you: Relation,
});
export type PublicPerson = z.infer<typeof PublicPerson>;

export const getCommunityPerson = endpoint(
  "GET /api/community/people/{id}",
  "A member's public card. Blocking, in either direction, makes it not found; except for the one who blocked",
  { access: "public", params: ById, reply: PublicPerson },
);

/** An empty `q` finds nobody. */
export const findCommunityPeople = endpoint(
  "GET /api/community/people",
  "Members by the beginning of their handle or name, those one follows first: for mentions. Ten at most",
  {
    access: "member",
    query: z.object({ q: SearchText }),
    reply: z.object({ items: z.array(PersonCard) }),
  },
);

const Changed = { access: "member", params: ById, reply: Relation } as const;

/** `not_allowed` for oneself and for someone who allows no followers; `over_limit` beyond 500 people. */
export const followPerson = endpoint("PUT /api/community/people/{id}/follow", "Follow a member, or stop", {
  ...Changed,
  body: z.strictObject({ isFollowing: z.boolean() }),
  errors: ["not_found", "not_allowed", "over_limit"],
});

/** `not_allowed` for oneself; `over_limit` beyond 500 people. */
export const mutePerson = endpoint(
  "PUT /api/community/people/{id}/mute",
  "Keep a member out of one's feed and notifications, without them knowing",
  { ...Changed, body: z.strictObject({ isMuted: z.boolean() }), errors: ["not_found", "not_allowed", "over_limit"] },
);

/** Deletes what either was notified of by the other. `not_allowed` for oneself; `over_limit` beyond 500 people. */
export const blockPerson = endpoint(
  "PUT /api/community/people/{id}/block",
  "Block a member: neither sees or reaches the other anywhere. Ends following in both directions",
  { ...Changed, body: z.strictObject({ isBlocked: z.boolean() }), errors: ["not_found", "not_allowed", "over_limit"] },
);

/** Pages of 50. */
export const listRelations = endpoint(
  "GET /api/community/me/people",
  "People one follows, followers, and people one muted or blocked",
  {
    access: "member",
    query: z.object({ kind: z.enum(["following", "followers", "muted", "blocked"]), cursor: paging.cursor }),
    reply: z.object({ items: z.array(PersonCard), nextCursor: TextOrNull }),
  },
);

/** What a member shows and allows. */
export const PrivacySettings = z.strictObject({
  showJoined: z.boolean(),
  showBadges: z.boolean(),
  /** Others find them by name, for mentions. */
  isFindable: z.boolean(),
  mayFollow: z.boolean(),
  /** Whose mentions reach them; others' stay plain text. */
  mentions: z.enum(["everyone", "following", "nobody"]),
});
export type PrivacySettings = z.infer<typeof PrivacySettings>;

/** `new`: posts are held, no links, three images. `trusted`. `muted`: can read only, until `mutedUntil` or for good. */
export const Trust = z.enum(["new", "trusted", "muted"]);
export type Trust = z.infer<typeof Trust>;

/** `mayLink` and `imageLimit` follow from `trust`. */
export const CommunityMe = z.object({
  card: PersonCard,
  trust: Trust,
  /** Null if not muted, or suspended from the community for good. */
  mutedUntil: InstantOrNull,
  /** What the moderator wrote; null if not muted. */
  mutedReason: TextOrNull,
  mayLink: z.boolean(),
  /** How many images a post may have. */
  imageLimit: z.int(),
  /** How many more posts must be approved before posts are published at once. */
  postsUntilTrusted: z.int(),
  isModerator: z.boolean(),
  privacy: PrivacySettings,
});
export type CommunityMe = z.infer<typeof CommunityMe>;

export const getCommunityMe = endpoint("GET /api/community/me", "What this member is in the community", {
  access: "member",
  reply: CommunityMe,
});

/** Replaces all of them; counts from the next request on. */
export const changePrivacy = endpoint("PUT /api/community/me/privacy", "Change what one shows and allows", {
  access: "member",
  body: PrivacySettings,
  reply: CommunityMe,
});

/** A ticket of the visitor, and whether its holder shows that they are going. */
export const OwnGoing = z.object({ ticketId: Id, ticketType: z.string(), isShown: z.boolean() });
export type OwnGoing = z.infer<typeof OwnGoing>;

/** `you.tickets` is empty for guests and signed-out visitors. */
export const Going = z.object({
  /** Everyone who chose to show it and whom the visitor may see; each person once. */
  count: z.int(),
  /** 24 at most, those the visitor follows first. Empty for signed-out visitors, who get the count only. */
  people: z.array(PersonCard),
  you: z.object({ tickets: z.array(OwnGoing) }),
});
export type Going = z.infer<typeof Going>;

/** `not_found` for an event that isn't public. */
export const getGoing = endpoint("GET /api/events/{id}/going", "Who shows that they are going to an event", {
  access: "public",
  params: ById,
  reply: Going,
});

/**
 * It counts for the person: all of their valid tickets of the event follow, whichever `ticketId` names. `not_found`
 * without one, or for a ticket that isn't the caller's own for this event. A muted member can stop showing it, but not
 * start.
 */
export const setGoing = endpoint(
  "PUT /api/events/{id}/going",
  "Show with one's own valid tickets that one is going, or stop showing it",
  {
    access: "member",
    params: ById,
    body: z.strictObject({ ticketId: z.optional(Id), isShown: z.boolean() }),
    reply: Going,
    errors: ["not_found", "community_muted"],
  },
);

/** A photo on an event's wall. */
export const WallPhoto = PostImage.extend({
  postId: Id,
  at: Instant,
  author: PersonCard.nullable(),
});
export type WallPhoto = z.infer<typeof WallPhoto>;

/** `you.waiting`: the visitor's photos that staff haven't approved yet. */
export const PhotoWall = z.object({
  event: PostEvent,
  /** Newest first, a page of 40. */
  items: z.array(WallPhoto),
  nextCursor: TextOrNull,
  count: z.int(),
  /** Signed-in members with a ticket, from the event's start on. They upload by a post with `isForWall`. */
  you: z.object({ canUpload: z.boolean(), waiting: z.int() }),
});
export type PhotoWall = z.infer<typeof PhotoWall>;

/** Only photos that staff approved. */
export const getPhotoWall = endpoint("GET /api/events/{id}/photos", "An event's photo wall", {
  access: "public",
  params: ById,
  query: z.object({ cursor: paging.cursor }),
  reply: PhotoWall,
});

/** The post stays. `not_found` for photos of others. */
export const deletePhoto = endpoint("DELETE /api/community/photos/{id}", "Take one's own photo out of its post", {
  access: "member",
  params: ById,
  reply: Empty,
});
