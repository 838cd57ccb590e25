import { afterAll, beforeAll, expect, test } from "vitest";
import { accounts } from "#server/modules/accounts/index.ts";
import { createModuleApp, type ModuleApp } from "#testing/module-app.ts";
import { createBrowser } from "./browser.ts";

let app: ModuleApp;
const password = "Carnival2026";

beforeAll(async () => {
  app = await createModuleApp(accounts);
});
afterAll(() => app.close());

async function guess(username: string, address: string, wrong = "Wrong-password1") {
  return createBrowser(app.server, { address }).post("/api/auth/login", { username, password: wrong });
}

test("ten wrong passwords lock the account for that address, even for the right password, until someone proves work", async () => {
  const owner = createBrowser(app.server, { address: "10.1.0.1" });
  await owner.post("/api/auth/register", { username: "guessed", displayName: "Guessed At", password });
  const replies = await Promise.all(Array.from({ length: 14 }, () => guess("guessed", "10.1.0.2")));
  expect(replies.filter((reply) => reply.status === 401)).toHaveLength(10);
  expect(replies.filter((reply) => reply.status === 429)).toHaveLength(4);
  const late = await guess("guessed", "10.1.0.2", password);
  expect(late.body["code"]).toBe("proof_required");
});

test("the owner can sign in from another address while one address guesses", async () => {
  expect((await guess("guessed", "10.1.0.3", password)).status).toBe(200);
});

test("guesses from many networks share one budget, and the owner's own browser still gets in", async () => {
  const owner = createBrowser(app.server, { address: "10.2.0.1" });
  await owner.post("/api/auth/register", { username: "besieged", displayName: "Besieged", password });
  await owner.post("/api/auth/logout");
  const replies = await Promise.all(Array.from({ length: 60 }, (_, index) => guess("besieged", `10.3.${index}.1`)));
  expect(replies.filter((reply) => reply.status === 401)).toHaveLength(50);
  expect(replies.filter((reply) => reply.status === 429)).toHaveLength(10);
  expect((await guess("besieged", "10.9.9.9", password)).status).toBe(429);
  expect((await owner.post("/api/auth/login", { username: "besieged", password })).status).toBe(200);
});

test("another account's known-browser cookie, or a forged one, doesn't help", async () => {
  const other = createBrowser(app.server, { address: "10.4.0.1" });
  await other.post("/api/auth/register", { username: "neighbor", displayName: "Neighbor", password });
  expect((await other.post("/api/auth/login", { username: "besieged", password })).status).toBe(429);
  other.cookies.set("sg_device", `1.${"A".repeat(43)}`);
  expect((await other.post("/api/auth/login", { username: "besieged", password })).status).toBe(429);
});

test("addresses in one IPv6 household count as one", async () => {
  await createBrowser(app.server).post("/api/auth/register", { username: "sixth", displayName: "Sixth Net", password });
  const replies = await Promise.all(
    Array.from({ length: 13 }, (_, index) => guess("sixth", `2001:db8:1:2::${index + 1}`)),
  );
  expect(replies.filter((reply) => reply.status === 401)).toHaveLength(10);
});

test("correct passwords don't count toward the limit", async () => {
  await createBrowser(app.server).post("/api/auth/register", { username: "regular", displayName: "Regular", password });
  for (let round = 0; round < 12; round++) expect((await guess("regular", "10.5.0.1", password)).status).toBe(200);
});
