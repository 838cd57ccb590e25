import { availableParallelism } from "node:os";
import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./passwords.ts";

test("a hash matches only its own password", async () => {
  const stored = await hashPassword("Steelpan-99");
  expect(await verifyPassword(stored, "Steelpan-99")).toBe(true);
  expect(await verifyPassword(stored, "steelpan-99")).toBe(false);
});

const composed = "Fête 2026";
const decomposed = "Fe\u0302te 2026";

test.each([
  ["composed", composed, decomposed],
  ["decomposed", decomposed, composed],
  ["with a no-break space", "Fête\u00a02026", composed],
])("a password chosen %s is the same in the other form", async (_form, chosen, typed) => {
  const stored = await hashPassword(chosen);
  expect(await verifyPassword(stored, typed)).toBe(true);
  expect(await verifyPassword(stored, "Fete 2026")).toBe(false);
});

test.each([
  ["composed", composed, [composed, decomposed]],
  ["decomposed", decomposed, [composed, decomposed]],
  ["with a no-break space", "Fête\u00a02026", ["Fête\u00a02026", "Fe\u0302te\u00a02026"]],
  ["with an invisible mark", "Fete\u200b2026", ["Fete\u200b2026"]],
])("a hash of a password as it was typed, %s, still fits", async (_form, chosen, typed) => {
  // As it was stored before passwords had one form.
  const stored = await hash(chosen);
  for (const form of typed) expect(await verifyPassword(stored, form)).toBe(true);
});

test("excess passwords are turned away with a retry time, and the rest are served", async () => {
  // Each core runs two, and forty wait for it.
  const room = availableParallelism() * (2 + 40);
  const results = await Promise.allSettled(Array.from({ length: room + 300 }, () => hashPassword("Steelpan-99")));
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(300);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: "unavailable", retryAfterSeconds: 2 });
  expect(await hashPassword("Steelpan-99")).toMatch(/^\$argon2id\$/);
});
