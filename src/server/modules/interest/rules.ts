import type { InterestTopic } from "#contract/interest.ts";

/** How a wish to be told stands. */
export type InterestStatus = "asked" | "confirmed" | "left";

/** What a part of the site is called in a sentence. */
export const topicNames: Record<InterestTopic, string> = {
  shop: "the shop",
  live: "the live room",
  community: "the community",
};

/** Which states a step may start from; every step may be taken again. Table of legal moves, beside the database's check. */
export const moves: Record<"ask" | "confirm" | "leave", { from: readonly InterestStatus[]; to: InterestStatus }> = {
  ask: { from: ["asked", "left"], to: "asked" },
  // Whoever took the address off stays off: an old mail's link must not bring it back.
  confirm: { from: ["asked", "confirmed"], to: "confirmed" },
  leave: { from: ["asked", "confirmed", "left"], to: "left" },
};

/** Shortest time between two confirming mails to one address about one topic, and how many there may be without a yes. */
export const mailRules = { pauseMinutes: 10, most: 5 } as const;
