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
export const lines: Record<NotificationKind, { Icon: LucideIcon; said: string }> = {
  mention: { Icon: AtSign, said: "mentioned you" },
  comment: { Icon: MessageCircle, said: "commented on your post" },
  reply: { Icon: Reply, said: "replied to you" },
  follow: { Icon: UserPlus, said: "follows you" },
  event_news: { Icon: Bell, said: "News about your event" },
  after_party: { Icon: PartyPopper, said: "The after-party is on" },
  approved: { Icon: CircleCheck, said: "Your post is up" },
  hidden: { Icon: EyeOff, said: "A moderator hid what you posted" },
  restored: { Icon: CircleCheck, said: "What you posted is visible again" },
  warned: { Icon: Flag, said: "A moderator sent you a warning" },
  muted: { Icon: EyeOff, said: "A moderator muted you" },
  unmuted: { Icon: CircleCheck, said: "You can post again" },
  report_closed: { Icon: Flag, said: "We looked at your report" },
};

const needsActor = new Set<NotificationKind>(["mention", "comment", "reply", "follow"]);

/** The sentence of a notification: "Marva mentioned you". */
export function sentenceOf({ kind, actor }: Pick<Notification, "kind" | "actor">): {
  who: string | null;
  said: string;
} {
  const { said } = lines[kind];
  return needsActor.has(kind) ? { who: actor?.name ?? "Someone", said } : { who: null, said };
}
