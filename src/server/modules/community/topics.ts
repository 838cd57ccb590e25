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
