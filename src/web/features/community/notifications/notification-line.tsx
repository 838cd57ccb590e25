import {
  AtSign,
  Bell,
  CircleCheck,
  EyeOff,
  Flag,
  MessageCircle,
  PartyPopper,
  Reply,
  UserPlus,
  type LucideIcon,
} from "lucide-react";
import type { Notification, NotificationKind } from "#contract/community/notifications.ts";

/** What happened, as the rest of a sentence that begins with who did it; or as a whole sentence. */
export const lines: Record<NotificationKind, { Icon: LucideIcon; phrase: string }> = {
  mention: { Icon: AtSign, phrase: "mentioned you" },
  comment: { Icon: MessageCircle, phrase: "commented on your post" },
  reply: { Icon: Reply, phrase: "replied to you" },
  follow: { Icon: UserPlus, phrase: "follows you" },
  event_news: { Icon: Bell, phrase: "News about your event" },
  after_party: { Icon: PartyPopper, phrase: "The after-party is on" },
  approved: { Icon: CircleCheck, phrase: "Your post is up" },
  hidden: { Icon: EyeOff, phrase: "A moderator hid what you posted" },
  restored: { Icon: CircleCheck, phrase: "What you posted is visible again" },
  warned: { Icon: Flag, phrase: "A moderator sent you a warning" },
  muted: { Icon: EyeOff, phrase: "A moderator muted you" },
  unmuted: { Icon: CircleCheck, phrase: "You can post again" },
  report_closed: { Icon: Flag, phrase: "We looked at your report" },
};

const needsActor = new Set<NotificationKind>(["mention", "comment", "reply", "follow"]);

/** The sentence of a notification: "Marva mentioned you". */
export function sentenceOf({ kind, actor }: Pick<Notification, "kind" | "actor">): {
  who: string | null;
  phrase: string;
} {
  const { phrase } = lines[kind];
  return needsActor.has(kind) ? { who: actor?.name ?? "Someone", phrase } : { who: null, phrase };
}
