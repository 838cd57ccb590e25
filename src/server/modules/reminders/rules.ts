import type { AnyTopic, WaitlistTopic } from "#contract/reminders.ts";

/** The status of a signup. */
export type ReminderStatus = "asked" | "confirmed" | "left" | "sent";

/** The name of a part of the site in a sentence. */
export const topicNames: Record<WaitlistTopic, string> = {
  shop: "the shop",
  live: "the live area",
  community: "the community",
};

/** The topic for an event's ticket sales, as the waitlist's rows name it. */
export const eventTopic = (eventId: number): AnyTopic => `event:${eventId}`;

/** The event that a topic names; undefined for a part of the site. */
export const eventIdOf = (topic: AnyTopic): number | undefined =>
  topic.startsWith("event:") ? Number(topic.slice("event:".length)) : undefined;

/**
 * Which statuses a step can start from; every step can be repeated. The table of legal transitions, in addition to the
 * database's check.
 */
export const moves: Record<
  "ask" | "confirm" | "leave" | "notify",
  { from: readonly ReminderStatus[]; to: ReminderStatus }
> = {
  ask: { from: ["asked", "left", "sent"], to: "asked" },
  // An unsubscribed address stays unsubscribed: an old email's link must not undo that.
  confirm: { from: ["asked", "confirmed"], to: "confirmed" },
  leave: { from: ["asked", "confirmed", "left", "sent"], to: "left" },
  // One email each: to hear about the next price tier, people sign up again.
  notify: { from: ["confirmed"], to: "sent" },
};

/**
 * Shortest time between two confirmation emails to one address about one topic, and the most without a confirmation.
 */
export const mailRules = { pauseMinutes: 10, most: 5 } as const;
