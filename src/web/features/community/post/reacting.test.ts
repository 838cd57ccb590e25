import { expect, test } from "vitest";
import type { ReactionKind } from "#contract/chat/chat.ts";
import { reactionsAfter } from "./reactions.tsx";

type Counts = Partial<Record<ReactionKind, number>>;
const listOf = (counts: Counts) =>
  Object.entries(counts).map(([kind, count]) => ({ kind: kind as ReactionKind, count }));

test.each<[string, Counts, ReactionKind | null, ReactionKind | null, Counts]>([
  ["the first reaction", {}, null, "fire", { fire: 1 }],
  ["one more", { fire: 2 }, null, "fire", { fire: 3 }],
  ["another kind", { fire: 2 }, "fire", "love", { fire: 1, love: 1 }],
  ["the last of its kind is taken back", { fire: 1, love: 4 }, "fire", null, { love: 4 }],
  ["the same again", { fire: 1 }, "fire", "fire", { fire: 1 }],
])("%s", (_name, before, from, to, after) => {
  expect(reactionsAfter(listOf(before), from, to)).toEqual(listOf(after));
});
