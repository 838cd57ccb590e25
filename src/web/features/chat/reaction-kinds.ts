import type { ReactionKind } from "#contract/chat/chat.ts";

export const reactionSigns: Record<ReactionKind, string> = {
  like: "👍",
  love: "❤️",
  laugh: "😂",
  fire: "🔥",
  clap: "👏",
  wow: "😮",
};
export const reactionNames: Record<ReactionKind, string> = {
  like: "Like",
  love: "Love",
  laugh: "Laugh",
  fire: "Fire",
  clap: "Clap",
  wow: "Wow",
};
