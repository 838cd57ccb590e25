import { describe, expect, test } from "vitest";
import { badgeOf, isBanned, isOpen, mayBan, mayLink, plainName, refusePost } from "./rules.ts";

const now = new Date("2026-11-28T03:00:00Z");
const earlier = new Date("2026-11-28T02:00:00Z");
const later = new Date("2026-11-28T04:00:00Z");

test.each([
  [null, null, false, true],
  [earlier, later, false, true],
  [now, later, false, true],
  [later, null, false, false],
  [earlier, now, false, false],
  [null, earlier, false, false],
  [null, null, true, false],
])("a room open from %s to %s, paused: %s, takes messages: %s", (opensAt, closesAt, isPaused, open) => {
  expect(isOpen({ opensAt, closesAt, isPaused }, now)).toBe(open);
});

describe("who may post", () => {
  const open = { opensAt: null, closesAt: null, isPaused: false };
  const roles = ["nobody", "guest", "user", "host", "moderator", "admin"] as const;
  const person = (who: (typeof roles)[number], more = {}) => ({
    role: who === "nobody" ? undefined : who === "host" ? ("user" as const) : who,
    isHost: who === "host",
    hasTicket: false,
    ban: undefined,
    ...more,
  });
  const timeout = { ban: { until: later } };
  const ban = { ban: { until: null } };
  test.each([
    ["an open room", open, "signed_in", {}, ["signed_out", null, null, null, null, null]],
    ["a members' room", open, "members", {}, ["signed_out", "members", null, null, null, null]],
    [
      "a ticket holders' room",
      open,
      "ticket_holders",
      {},
      ["signed_out", "ticket_holders", "ticket_holders", null, null, null],
    ],
    ["it with a ticket", open, "ticket_holders", { hasTicket: true }, ["signed_out", null, null, null, null, null]],
    [
      "a closed room",
      { ...open, isPaused: true },
      "signed_in",
      {},
      ["signed_out", "closed", "closed", null, null, null],
    ],
    [
      "a room before it opens",
      { ...open, opensAt: later },
      "signed_in",
      {},
      ["signed_out", "closed", "closed", null, null, null],
    ],
    ["a room after a timeout", open, "signed_in", timeout, ["signed_out", "timed_out", "timed_out", null, null, null]],
    ["a room after a ban", open, "signed_in", ban, ["signed_out", "timed_out", "timed_out", null, null, null]],
  ] as const)("%s", (_, opening, audience, more, refusals) => {
    expect(roles.map((who) => refusePost(person(who, more), { ...opening, audience }, now))).toEqual(refusals);
  });

  test("a ban keeps people from reading, a timeout doesn't, and neither applies to those who moderate", () => {
    expect(roles.map((who) => isBanned(person(who, ban)))).toEqual([true, true, true, false, false, false]);
    expect(roles.map((who) => isBanned(person(who, timeout)))).toEqual(Array(6).fill(false));
  });

  test("names have the badge of the highest role", () => {
    expect(roles.map((who) => badgeOf(person(who)))).toEqual([null, null, null, "host", "moderator", "admin"]);
    expect(badgeOf({ role: "admin", isHost: true })).toBe("admin");
  });
});

test.each([
  ["moderator", "user", false, false, true],
  ["moderator", "guest", false, true, true],
  ["admin", "user", false, true, true],
  // A host of this room, who is a member elsewhere.
  ["user", "user", false, false, true],
  ["user", "user", false, true, false],
  ["moderator", "moderator", false, false, false],
  ["admin", "moderator", false, false, false],
  ["moderator", "user", true, false, false],
] as const)("a %s bans a %s (host: %s, everywhere: %s): %s", (role, targetRole, isHost, isEverywhere, may) => {
  expect(mayBan({ id: 1, role }, { id: 2, role: targetRole, isHost }, isEverywhere)).toBe(may);
});

test("nobody bans themselves", () => {
  expect(mayBan({ id: 1, role: "user" }, { id: 1, role: "user", isHost: false }, false)).toBe(false);
});

test.each([
  ["off", "admin", 99, false],
  ["all", "guest", 0, true],
  ["trusted", "guest", 99, false],
  ["trusted", "user", 9, false],
  ["trusted", "user", 10, true],
] as const)("with the rule %s, a %s with %i messages may post links: %s", (rule, role, count, may) => {
  expect(mayLink(rule, role, count)).toBe(may);
});

test.each([
  ["Zoë Núñez", "Zoë Núñez"],
  ["Zoe\u0308", "Zoë"],
  ["Ada\u202enimda", "Adanimda"],
  ["\u200fAda\u2066\u0007", "Ada"],
  ["Z" + "\u0310".repeat(40) + "oe", "Z" + "\u0310".repeat(4) + "oe"],
  ["हिन्दी", "हिन्दी"],
])("the name %j is shown as %j", (name, shown) => expect(plainName(name)).toBe(shown));
