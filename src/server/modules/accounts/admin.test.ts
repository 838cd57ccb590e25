import { afterAll, beforeAll, expect, test } from "vitest";
import { RegisterForm } from "#contract/accounts/accounts.ts";
import { createModuleApp, type ModuleApp } from "#testing/module-app.ts";
import { accounts, ensureAdmin, generatePassword } from "./index.ts";
import { findReachableAdmins } from "./people/store.ts";

let app: ModuleApp;
beforeAll(async () => {
  app = await createModuleApp(accounts);
});
afterAll(() => app.close());

test("nodes that start together create one admin, whose printed password works", async () => {
  const logins = await Promise.all(Array.from({ length: 4 }, () => ensureAdmin(app.deps, { username: "admin" })));
  const created = logins.filter((login) => login.created);
  expect(created).toHaveLength(1);
  expect(logins.map((login) => login.username)).toEqual(Array(4).fill("admin"));
  expect(logins.filter((login) => login.password !== undefined)).toEqual(created);
  const reply = await app.server.inject({
    method: "POST",
    url: "/api/auth/login",
    payload: { username: "admin", password: created[0]!.password },
  });
  expect(reply.json()).toMatchObject({ role: "admin", username: "admin" });
});

test("a later start leaves the admin as is", async () => {
  expect(await ensureAdmin(app.deps, { username: "boss", password: "Another-one1" })).toEqual({
    created: false,
    username: "admin",
    password: undefined,
  });
});

test("an email address given at the first start belongs to the admin and receives emails", async () => {
  const fresh = await createModuleApp(accounts);
  await ensureAdmin(fresh.deps, { username: "admin", email: "owner@example.com" });
  expect(await findReachableAdmins(fresh.deps.db)).toMatchObject([{ email: "owner@example.com" }]);
  // A later start changes nothing.
  await ensureAdmin(fresh.deps, { username: "admin", email: "other@example.com" });
  expect(await findReachableAdmins(fresh.deps.db)).toMatchObject([{ email: "owner@example.com" }]);
  await fresh.close();
});

test("generated passwords follow the site's own rules", () => {
  const passwords = Array.from({ length: 200 }, generatePassword);
  for (const password of passwords) expect(RegisterForm.shape.password.safeParse(password).success).toBe(true);
  expect(new Set(passwords).size).toBe(200);
});
