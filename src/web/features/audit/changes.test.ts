import { expect, test } from "vitest";
import { actionLabel, changesOf } from "./changes.ts";

test("an entry is told field by field, without what stayed the same", () => {
  const before = { role: "user", suspended: false, tags: ["a"], same: 1, salesEndAt: null };
  const after = { role: "moderator", suspended: true, tags: ["a", "b"], same: 1, salesEndAt: "2026-11-28" };
  expect(changesOf({ before, after })).toEqual([
    { name: "role", before: "user", after: "moderator" },
    { name: "suspended", before: "no", after: "yes" },
    { name: "tags", before: "a", after: "a, b" },
    { name: "sales end at", before: undefined, after: "2026-11-28" },
  ]);
  expect(changesOf({ before: null, after: null })).toEqual([]);
});

test("pictures are told by what they show, records part by part, and long texts are cut", () => {
  const curtain = { key: "velvet", alt: "A velvet curtain", placeholder: "data:image/webp;base64,AAAA", width: 4 };
  const before = { gallery: [], venue: { name: "Pier", city: null }, recap: null };
  const after = {
    gallery: [curtain, { ...curtain, key: "bare", alt: "" }],
    venue: { name: "Yard", city: "Brooklyn" },
    recap: "a".repeat(401),
  };
  expect(changesOf({ before, after })).toEqual([
    { name: "gallery", before: undefined, after: "“A velvet curtain”, “bare”" },
    { name: "venue", before: "name Pier", after: "name Yard, city Brooklyn" },
    { name: "recap", before: undefined, after: `${"a".repeat(400)}…` },
  ]);
});

test("an action reads as words", () => {
  expect(actionLabel("person.role_changed")).toBe("Person: role changed");
});
