import type { ContentKind, ReportReason } from "#contract/community/safety.ts";
import type { EventPhase, PostStatus } from "#contract/community/community.ts";
import type { BadgeLabel } from "#web/ui/badge.tsx";

/** When a post about an event was written. */
export const phases: Record<EventPhase, string> = {
  before: "Counting down",
  during: "From the floor",
  after: "The morning after",
};

/** What is posted about an event now. */
export const eventPhases: Record<EventPhase, string> = {
  before: "Coming up",
  during: "Happening now",
  after: "After the party",
};

/** What an author sees of a post that isn't published. */
export const ownStatuses: Record<Exclude<PostStatus, "published">, BadgeLabel> = {
  held: { label: "In review", tone: "soon" },
  hidden: { label: "Hidden", tone: "gone" },
};

export const reportReasons: Record<ReportReason, string> = {
  spam: "Spam or a scam",
  harassment: "Harassment or bullying",
  hate: "Hate speech",
  sexual: "Nudity or sexual content",
  violence: "Violence or threats",
  privacy: "Someone's private information",
  other: "Something else",
};

export const contentNames: Record<ContentKind | "person", string> = {
  post: "post",
  comment: "comment",
  photo: "photo",
  person: "member",
};

/** "1 comment", "2,000 comments". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
