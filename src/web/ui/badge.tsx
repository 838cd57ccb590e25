import { clsx } from "clsx";
import type { ReactNode } from "react";

export type BadgeTone = "plain" | "gold" | "good" | "soon" | "gone" | "on-poster";

/** A status badge's label and tone. */
export type BadgeLabel = { label: string; tone: BadgeTone };

const tones: Record<BadgeTone, string> = {
  plain: "border-edge text-ink",
  gold: "border-gold bg-gold text-on-gold",
  good: "border-sea bg-sea-wash text-sea",
  soon: "border-mango bg-mango-wash text-mango",
  gone: "border-hibiscus bg-hibiscus-wash text-hibiscus",
  "on-poster": "border-bone/60 bg-night/80 text-bone",
};

export function Badge({
  tone = "plain",
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1.5 rounded-sm border px-2 py-0.5 font-display text-sm font-bold tracking-[0.06em] whitespace-nowrap uppercase",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

export const StatusBadge = ({ label, tone }: BadgeLabel) => <Badge tone={tone}>{label}</Badge>;

const labelOf =
  (tone: BadgeTone) =>
  (label: string): BadgeLabel => ({ label, tone });

export const plain = labelOf("plain");
export const gold = labelOf("gold");
export const good = labelOf("good");
export const soon = labelOf("soon");
export const gone = labelOf("gone");
