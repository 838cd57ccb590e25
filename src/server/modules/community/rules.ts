import { postLimits } from "#contract/community/fields.ts";
import type { HoldReason } from "#contract/community/safety.ts";
import type { Trust } from "#contract/community/people.ts";
import type { PostStatus } from "#contract/community/community.ts";

/** What decides how far someone who writes is trusted. */
interface TrustGrounds {
  isStaff: boolean;
  isMuted: boolean;
  /** Posts of theirs that were published and not hidden, counted up to `heldPosts`. */
  approvedPosts: number;
  /** How many posts of a new member are held. */
  heldPosts: number;
}

/** How far someone is trusted. Staff always are. */
export function trustOf({ isStaff, isMuted, approvedPosts, heldPosts }: TrustGrounds): Trust {
  if (isStaff) return "trusted";
  if (isMuted) return "muted";
  return approvedPosts >= heldPosts ? "trusted" : "new";
}

/** Posts and comments of one person in an hour. */
export const hourly: Record<"new" | "trusted", { post: number; comment: number }> = {
  new: { post: 3, comment: 20 },
  trusted: { post: 20, comment: 120 },
};

/** How many images a post of someone may have. */
export const imageLimit = (trust: Trust): number => (trust === "new" ? postLimits.imagesOfNew : postLimits.images);

/** How many people one text notifies by mentioning them. */
export const mentionLimit = (trust: Trust): number => (trust === "new" ? 3 : postLimits.mentions);

/** Why a post is held until a moderator read it; published at once if there is no reason. */
export function holdsOf(post: {
  isStaff: boolean;
  trust: Trust;
  hasBannedWord: boolean;
  isForWall: boolean;
}): HoldReason[] {
  if (post.isStaff) return [];
  return [
    ...(post.trust === "new" ? (["new_member"] as const) : []),
    ...(post.hasBannedWord ? (["banned_word"] as const) : []),
    ...(post.isForWall ? (["wall"] as const) : []),
  ];
}

/** A comment is held for a banned word only. */
export const holdsOfComment = (comment: { isStaff: boolean; hasBannedWord: boolean }): HoldReason[] =>
  !comment.isStaff && comment.hasBannedWord ? ["banned_word"] : [];

/** What its author reads about something that isn't published. */
export function statusReasonOf(status: PostStatus, hiddenReason: string | null, holds: HoldReason[]): string | null {
  if (status === "hidden") return hiddenReason;
  if (status === "published") return null;
  if (holds.includes("wall")) return "A moderator looks at photos before they're on the wall.";
  if (holds.includes("new_member")) return "A moderator reads the first posts of new members. It won't take long.";
  return "A moderator reads this before it's published. It won't take long.";
}

/** What the visitor may do with something written. */
export function rightsOf(
  viewer: { id: number | null; isModerator: boolean },
  { authorId, status }: { authorId: number | null; status: string },
) {
  const isAuthor = authorId !== null && authorId === viewer.id;
  return {
    isAuthor,
    canEdit: isAuthor && (status === "published" || status === "held"),
    canDelete: isAuthor && status !== "deleted",
    canModerate: viewer.isModerator && !isAuthor && status !== "deleted",
  };
}

/** Reaction counts as the contract shows them, the most frequent first. */
export const countsOf = <Kind extends string>(counts: Partial<Record<Kind, number>>): { kind: Kind; count: number }[] =>
  (Object.entries(counts) as [Kind, number][])
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => ({ kind, count }))
    .toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));

/** The beginning of a text, cut between words. */
export function excerptOf(plain: string, max = 200): string {
  const line = plain.replace(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), max / 2)).trimEnd()}…`;
}

/** The topic of the whole community. */
export const feedTopic = "community.feed";
/** The topic of a post: its comments and reactions. */
export const postTopic = (postId: number): string => `community.post-${postId}`;
/** The topic of a member's own notifications. */
export const memberTopic = (userId: number): string => `community.member-${userId}`;
/** The topic of the review queue, for moderators. */
export const reviewTopic = "community.review";

/** What a topic of the community is about, by its id. */
export function readTopic(
  id: string,
): { kind: "feed" | "review" } | { kind: "post" | "member"; id: number } | undefined {
  if (id === "feed" || id === "review") return { kind: id };
  const [, kind, number] = /^(post|member)-([1-9]\d{0,14})$/.exec(id) ?? [];
  return kind === undefined ? undefined : { kind: kind as "post" | "member", id: Number(number) };
}
