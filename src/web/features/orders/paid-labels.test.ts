import { expect, test } from "vitest";
import { commonStatus, paidLabels } from "./paid-labels.ts";

const format = (count: number, frozen = 0, status: "on" | "postponed" | "canceled" = "on") => {
  const { title, before, after } = paidLabels({ count, frozen, status, email: "ada@example.com" });
  return `${title}: ${before} for Fête${after}`;
};

test.each([
  [format(1), "You're in: Here is your ticket for Fête. We also emailed it to ada@example.com."],
  [format(3), "You're in: Here are your 3 tickets for Fête. We also emailed them to ada@example.com."],
  [format(0), "No valid tickets: All tickets in this order for Fête were refunded or canceled."],
  [format(1, 1), "On hold: Your ticket for Fête is on hold and can't be used right now."],
  [format(2, 2), "On hold: Your 2 tickets for Fête are on hold and can't be used right now."],
  [format(2, 1), "You're in: Here are your 2 tickets for Fête. Some are on hold and can't be used right now."],
  [format(1, 0, "canceled"), "Canceled: You have a ticket for Fête, which has been canceled."],
  [format(2, 2, "canceled"), "Canceled: You have 2 tickets for Fête, which has been canceled."],
  [format(2, 0, "postponed"), "Postponed: Here are your 2 tickets for Fête. There's no new date yet, so keep them."],
  [format(1, 1, "postponed"), "On hold: Your ticket for Fête is on hold and can't be used right now."],
])("the text about a paid order is accurate: %s", (text, expected) => {
  expect(text).toBe(expected);
});

test("one event that still takes place is enough for an order of several", () => {
  const of = (...statuses: ("on" | "postponed" | "canceled")[]) => commonStatus(statuses.map((status) => ({ status })));
  expect([
    of("canceled", "on"),
    of("canceled", "canceled"),
    of("postponed"),
    of("postponed", "canceled"),
    of(),
  ]).toEqual(["on", "canceled", "postponed", "on", "on"]);
  const canceled = paidLabels({ count: 2, frozen: 0, status: "canceled", events: 2, email: "ada@example.com" });
  expect(`${canceled.before} for both${canceled.after}`).toBe("You have 2 tickets for both, which have been canceled.");
});
