const colors = [
  "text-name-1",
  "text-name-2",
  "text-name-3",
  "text-name-4",
  "text-name-5",
  "text-name-6",
  "text-name-7",
] as const;

/** The color of someone else's name in chat: the same everywhere. One's own is gold; a deleted account has none. */
export const nameColor = (authorId: number | null): string =>
  authorId === null ? "text-ink" : colors[authorId % colors.length]!;
