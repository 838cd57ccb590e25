import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./passwords.ts";

test("a hash matches only its own password", async () => {
  const stored = await hashPassword("Steelpan-99");
  expect(await verifyPassword(stored, "Steelpan-99")).toBe(true);
  expect(await verifyPassword(stored, "steelpan-99")).toBe(false);
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
