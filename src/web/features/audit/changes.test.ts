import { expect, test } from "vitest";
import { actionLabel, changesOf, targetName } from "./changes.ts";

test("an entry lists changed fields only", () => {
  const before = { role: "user", suspended: false, tags: ["a"], same: 1, salesEndAt: null };
  const after = { role: "moderator", suspended: true, tags: ["a", "b"], same: 1, salesEndAt: "2026-11-28" };
  expect(changesOf({ before, after }, "America/New_York")).toEqual([
    { name: "role", before: "user", after: "moderator" },
    { name: "suspended", before: "no", after: "yes" },
    { name: "tags", before: "a", after: "a, b" },
    { name: "sales end", before: undefined, after: "2026-11-28" },
  ]);
  expect(changesOf({ before: null, after: null }, "UTC")).toEqual([]);
});

test("images are named by their alt text, records are listed part by part, and long texts are cut", () => {
  const curtain = { key: "velvet", alt: "A velvet curtain", placeholder: "data:image/webp;base64,AAAA", width: 4 };
  const before = { gallery: [], venue: { name: "Pier", city: null }, recap: null };
  const after = {
    gallery: [curtain, { ...curtain, key: "bare", alt: "" }],
    venue: { name: "Yard", city: "Brooklyn" },
    recap: "a".repeat(401),
  };
  expect(changesOf({ before, after }, "America/New_York")).toEqual([
    { name: "gallery", before: undefined, after: "“A velvet curtain”, “bare”" },
    { name: "venue", before: "name Pier", after: "name Yard, city Brooklyn" },
    { name: "recap", before: undefined, after: `${"a".repeat(400)}…` },
  ]);
});

test("an action has a readable label", () => {
  expect(actionLabel("person.role_changed")).toBe("Customer: role changed");
  expect(actionLabel("ticket.recoded")).toBe("Ticket: new code issued");
});

test("times, amounts and stored names read as people write them", () => {
  const before = { startsAt: "2026-12-06T00:30:00.000Z", status: "paid", remainingCents: 15000 };
  const after = { startsAt: "2026-12-06T01:30:00.000Z", status: "partially_refunded", remainingCents: 0 };
  expect(changesOf({ before, after }, "America/New_York")).toEqual([
    { name: "starts", before: "Dec 5, 2026, 7:30 PM", after: "Dec 5, 2026, 8:30 PM" },
    { name: "status", before: "paid", after: "partially refunded" },
    { name: "remaining", before: "150.00", after: "0.00" },
  ]);
});

test.each<[Parameters<typeof targetName>[0], Parameters<typeof targetName>[1], string]>([
  [{ kind: "order", id: "7", name: "SG-1042" }, { before: null, after: null }, "SG-1042"],
  [{ kind: "event", id: "7", name: null }, { before: { title: "Boat Ride" }, after: null }, "Boat Ride"],
  [{ kind: "audience", id: "7", name: null }, { before: { name: "Old" }, after: { name: "New" } }, "New"],
  [{ kind: "setting", id: "house", name: null }, { before: null, after: { name: 3 } }, "Settings"],
  [{ kind: "webhook_event", id: "7", name: null }, { before: null, after: null }, "Webhook"],
])("%j with %j is called %s", (target, entry, name) => {
  expect(targetName(target, entry)).toBe(name);
});
