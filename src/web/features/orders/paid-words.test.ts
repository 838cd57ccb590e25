import { expect, test } from "vitest";
import { paidWords } from "./paid-words.ts";

const say = (count: number, frozen = 0, state: "on" | "postponed" | "cancelled" = "on") => {
  const { title, before, after } = paidWords({ count, frozen, state, email: "ada@example.com" });
  return `${title}: ${before} for Fête${after}`;
};

test.each([
  [say(1), "You are in: Here is your ticket for Fête. We send it to ada@example.com as well."],
  [say(3), "You are in: Here are your 3 tickets for Fête. We send them to ada@example.com as well."],
  [say(0), "Given back: All tickets of this order were given back for Fête."],
  [say(1, 1), "On hold: Your ticket for Fête lets nobody in for now."],
  [say(2, 2), "On hold: Your 2 tickets for Fête let nobody in for now."],
  [say(2, 1), "You are in: Here are your 2 tickets for Fête. Not all of them open the door right now."],
  [say(1, 0, "cancelled"), "Cancelled: You have a ticket for Fête, which does not take place."],
  [say(2, 2, "cancelled"), "Cancelled: You have 2 tickets for Fête, which does not take place."],
  [say(2, 0, "postponed"), "Postponed: Here are your 2 tickets for Fête. The night has no new date yet: keep them."],
  [say(1, 1, "postponed"), "On hold: Your ticket for Fête lets nobody in for now."],
])("what is said of a paid order is true: %s", (said, expected) => {
  expect(said).toBe(expected);
});
