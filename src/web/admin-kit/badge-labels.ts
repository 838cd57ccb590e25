import type { BadgeLabel, BadgeTone } from "#web/ui/badge.tsx";

const labelOf =
  (tone: BadgeTone) =>
  (label: string): BadgeLabel => ({ label, tone });

export const plain = labelOf("plain");
export const gold = labelOf("gold");
export const good = labelOf("good");
export const soon = labelOf("soon");
export const gone = labelOf("gone");
