import type { NoticeKind, NoticeState } from "#contract/notices.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

export const states: Record<NoticeState, { label: string; told: string; tone: BadgeTone }> = {
  processed: { label: "Processed", told: "Its effect is there.", tone: "good" },
  waiting: { label: "Waiting", told: "It is tried again by itself.", tone: "soon" },
  failed: { label: "Failed", told: "It was tried often enough.", tone: "gone" },
};

const kinds: Record<NoticeKind, string> = {
  session: "Payment",
  refund: "Refund",
  dispute: "Dispute",
  other: "Other",
};
export const aboutOf = (kind: NoticeKind) => kinds[kind];
export const kindChoices = Object.entries(kinds).map(([value, label]) => ({ value, label }));
export const stateChoices = Object.entries(states).map(([value, { label }]) => ({ value, label }));
