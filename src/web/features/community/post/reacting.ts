import type { ReactionKind } from "#contract/chat/chat.ts";
import type { ReactionCounts } from "#contract/community/community.ts";

/** The counts after someone's reaction changed. */
export function reactionsAfter(
  counts: ReactionCounts,
  from: ReactionKind | null,
  to: ReactionKind | null,
): ReactionCounts {
  if (from === to) return counts;
  const known = to === null || counts.some(({ kind }) => kind === to) ? counts : [...counts, { kind: to, count: 0 }];
  return known
    .map(({ kind, count }) => ({ kind, count: count + (kind === to ? 1 : 0) - (kind === from ? 1 : 0) }))
    .filter(({ count }) => count > 0);
}
