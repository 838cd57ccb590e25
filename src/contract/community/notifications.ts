import { z } from "zod";
import { PersonCard } from "./community.ts";
import { endpoint } from "../endpoint.ts";
import { Empty, Id, IdParam, Instant, InstantOrNull, NoBody, paging, TextOrNull } from "../shapes.ts";

/**
 * - `mention`, `comment` (on your post), `reply` (to your comment), `follow`: someone did it; `actor` says who.
 * - `event_news`: news of an event that you hold a ticket for. `after_party`: its after-party post.
 * - `approved`, `hidden`, `restored`: a moderator decided about what you wrote. `warned`, `muted`, `unmuted`: about you.
 *   `text` has the reason.
 * - `report_closed`: what you reported was decided; `text` says how.
 */
export const NotificationKind = z.enum([
  "mention",
  "comment",
  "reply",
  "follow",
  "event_news",
  "after_party",
  "approved",
  "hidden",
  "restored",
  "warned",
  "muted",
  "unmuted",
  "report_closed",
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

export const Notification = z.object({
  id: Id,
  at: Instant,
  kind: NotificationKind,
  isRead: z.boolean(),
  /** Who did it; null for moderators' and the site's own, and for deleted accounts. */
  actor: PersonCard.nullable(),
  postId: Id.nullable(),
  commentId: Id.nullable(),
  eventId: Id.nullable(),
  /** The beginning of what was written, the event's title, or the moderator's reason: plain text. */
  text: z.string(),
  /** The page that it leads to. */
  path: z.string().startsWith("/"),
});
export type Notification = z.infer<typeof Notification>;

export const listNotifications = endpoint("GET /api/notifications", "One's notifications, newest first, a page of 30", {
  access: "member",
  query: z.object({ cursor: paging.cursor }),
  /** `position`: where the topic `community.member-{id}` goes on. */
  reply: z.object({
    items: z.array(Notification),
    unread: z.int(),
    nextCursor: TextOrNull,
    position: z.int(),
  }),
});

/** A hundred at most. `position`: where the member's own topic goes on. */
export const countNotifications = endpoint("GET /api/notifications/count", "How many notifications are unread", {
  access: "member",
  reply: z.object({ unread: z.int(), position: z.int() }),
});

/** Other open pages of the member are told. */
export const readNotifications = endpoint("POST /api/notifications/read", "Mark notifications as read", {
  access: "member",
  /** One, or all up to and including one. */
  body: z.union([z.strictObject({ id: Id }), z.strictObject({ upToId: Id })]),
  reply: z.object({ unread: z.int() }),
});

/** `weekly` until the member chooses. */
export const DigestChoice = z.enum(["off", "daily", "weekly"]);
export type DigestChoice = z.infer<typeof DigestChoice>;

/** `lastDigestAt` is null before the first digest. */
export const NotificationSettings = z.object({
  digest: DigestChoice,
  /** False without a confirmed email: no digest can be sent. */
  hasEmail: z.boolean(),
  lastDigestAt: InstantOrNull,
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const getNotificationSettings = endpoint("GET /api/notifications/settings", "Whether one gets digest emails", {
  access: "member",
  reply: NotificationSettings,
});

export const changeNotificationSettings = endpoint("PUT /api/notifications/settings", "Choose digest emails", {
  access: "member",
  body: z.strictObject({ digest: DigestChoice }),
  reply: NotificationSettings,
});

const Key = z.string().regex(/^[\w-]{22}$/);
const ByPerson = z.object({ id: IdParam });

/** One-click unsubscribe by an email client (RFC 8058): no cookie, no script, and the form body is ignored. */
export const leaveDigest = endpoint(
  "POST /api/notifications/{id}/unsubscribe",
  "Unsubscribe from digest emails by the emailed link (RFC 8058); can be repeated",
  {
    access: "signed",
    limit: "note",
    params: ByPerson,
    query: z.object({ key: Key }),
    body: NoBody,
    reply: Empty,
    redirectsForms: true,
    errors: ["not_found", "too_many_requests"],
  },
);

/** Changes nothing. `not_found` for a wrong key. */
export const openDigestPage = endpoint(
  "GET /api/notifications/{id}/unsubscribe",
  "Redirect a person who opens the email client's link to /community?leave={id}&key=…, which posts it",
  {
    access: "public",
    params: ByPerson,
    query: z.object({ key: Key }),
    reply: z.undefined(),
    status: 303,
  },
);
