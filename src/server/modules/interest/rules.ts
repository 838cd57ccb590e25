import type { AnyTopic, InterestTopic } from "#contract/interest.ts";

/** How a wish to be told stands. */
export type InterestStatus = "asked" | "confirmed" | "left" | "sent";

/** What a part of the site is called in a sentence. */
export const topicNames: Record<InterestTopic, string> = {
  shop: "the shop",
  live: "the live room",
  community: "the community",
};

/** The topic of a night. */
export const nightTopic = (eventId: number): AnyTopic => `event:${eventId}`;

/** The night that a topic names; undefined for a part of the site. */
export const nightOf = (topic: AnyTopic): number | undefined =>
  topic.startsWith("event:") ? Number(topic.slice("event:".length)) : undefined;

/** Where a topic is on the site. */
export const pathOf = (topic: AnyTopic): string => {
  const eventId = nightOf(topic);
  return eventId === undefined ? `/${topic}` : `/events/${eventId}`;
};

/** Which states a step may start from; every step may be taken again. Table of legal moves, beside the database's check. */
export const moves: Record<
  "ask" | "confirm" | "leave" | "tell",
  { from: readonly InterestStatus[]; to: InterestStatus }
> = {
  ask: { from: ["asked", "left", "sent"], to: "asked" },
  // Whoever took the address off stays off: an old mail's link must not bring it back.
  confirm: { from: ["asked", "confirmed"], to: "confirmed" },
  leave: { from: ["asked", "confirmed", "left", "sent"], to: "left" },
  // Told once: whoever wants to hear of the next release asks again.
  tell: { from: ["confirmed"], to: "sent" },
};

/** Shortest time between two confirming mails to one address about one topic, and how many there may be without a yes. */
export const mailRules = { pauseMinutes: 10, most: 5 } as const;
