import type { NotificationKind } from "#contract/community/notifications.ts";

/** The page that a notification leads to. */
export function pathOf(about: {
  kind: NotificationKind;
  actor: { id: number } | null;
  postId: number | null;
  commentId: number | null;
  eventId: number | null;
}): string {
  const { kind, actor, postId, commentId, eventId } = about;
  if (postId !== null) return `/community?post=${postId}${commentId === null ? "" : `&comment=${commentId}`}`;
  if (kind === "follow" && actor !== null) return `/community?person=${actor.id}`;
  return eventId === null ? "/community" : `/events/${eventId}`;
}

/** How a digest says what happened; null for what isn't in one. */
export const digestLine = (kind: NotificationKind, actor: string, text: string): string | null => {
  const lines: Partial<Record<NotificationKind, string>> = {
    mention: `${actor} mentioned you: “${text}”`,
    comment: `${actor} commented on your post: “${text}”`,
    reply: `${actor} replied to you: “${text}”`,
    follow: `${actor} follows you`,
    event_news: text,
    after_party: `${text}: the photos and the recap are up`,
    approved: `Your post is published: “${text}”`,
    hidden: `A moderator took down something you wrote. Reason: ${text}`,
    restored: "Something you wrote is back up",
    warned: `A moderator warned you. Reason: ${text}`,
    muted: `A moderator muted you. Reason: ${text}`,
    unmuted: "You can post again",
  };
  return lines[kind] ?? null;
};
