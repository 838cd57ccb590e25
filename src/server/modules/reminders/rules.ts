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

/** What we know of an address that someone enters: nothing, that its owner confirmed it, or that they entered it themselves. */
export type AddressProof = "none" | "confirmed" | "own";

/**
 * The one opt-in policy, for everything that people can wait for: what a signup does, by what is known of its address and
 * by the signup that it already has. `join`: it is on the list at once. `ask`: it gets one email, and nothing else before
 * its owner opens the link in there. `stay`: nothing changes.
 *
 * `own` is a signed-in account's confirmed address. `confirmed` is one with an account, a paid order, or an earlier signup
 * that was confirmed (`findConfirmed`), whoever enters it: so a stranger can't undo that its owner unsubscribed. An address
 * that is asked after it unsubscribed still counts as `left` here.
 */
export const optInPolicy: Record<AddressProof, Record<ReminderStatus | "new", "join" | "ask" | "stay">> = {
  none: { new: "ask", asked: "ask", confirmed: "stay", left: "ask", sent: "ask" },
  confirmed: { new: "join", asked: "join", confirmed: "stay", left: "ask", sent: "join" },
  own: { new: "join", asked: "join", confirmed: "stay", left: "join", sent: "join" },
};

/** From which statuses an address of this kind joins, or is asked. */
export const statusesFor = (proof: AddressProof, does: "join" | "ask"): string[] =>
  Object.entries(optInPolicy[proof]).flatMap(([status, outcome]) => (outcome === does ? [status] : []));

/**
 * Which statuses a step after the signup can start from; every step can be repeated. The table of legal transitions, in
 * addition to the database's check.
 */
export const moves: Record<"confirm" | "leave" | "notify", { from: readonly ReminderStatus[]; to: ReminderStatus }> = {
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

/** How many products, streams and so on an address can wait for, so that nobody can have a stranger's inbox filled. */
export const maxWaiting = 20;
