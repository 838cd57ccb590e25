import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, type Site } from "#testing/site.ts";
import { createBrowser } from "./browser.ts";
import { password } from "./second-factor-kit.ts";

// A username must not pass for another's: not by lookalike letters, and not by letters of another alphabet.

let site: Site;
let node: Site;
beforeAll(async () => {
  site = await createSite();
  node = await createSite({ database: site.database });
});
afterAll(async () => {
  await node.close();
  await site.close();
});

const register = (username: string, on = site) =>
  createBrowser(on.app.server).post("/api/auth/register", { username, displayName: "Marva Joseph", password });

test.each([
  ["a Cyrillic а among Latin letters", "mаrva"],
  ["a Greek ο among Latin letters", "jοuvert"],
  ["a Latin e among Cyrillic letters", "марвe"],
  ["a Cherokee letter", "mᎪrva"],
  ["a full-width Latin letter among Cyrillic ones", "марвａ"],
])("%s is refused at its field", async (_, username) => {
  const { status, body } = await register(username);
  expect([status, body["code"]]).toEqual([400, "invalid_input"]);
  expect(body["errors"]).toEqual([{ message: "Username can only use letters from one alphabet", path: "username" }]);
});

test.each(["Рената", "Δημήτρης", "יוסי_7", "たなかカナ子", "김철수-2", "renée.7", "ÅSA_Øst", "소카축제"])(
  "the name %s, in one alphabet, is allowed",
  async (username) => expect((await register(username)).status).toBe(201),
);

test.each([
  ["paypal", "PaypaI"],
  ["scope77", "ѕсоре77"],
  ["marvin", "marvın"],
  ["modern", "modem"],
  ["kevv1n", "kewln"],
  ["dj-oslo", "DJ-0sl0"],
  ["ΑΒΕΤΗ", "abeth"],
  ["carnival", "carniva1"],
])("after %s, nobody else can be %s", async (first, second) => {
  expect((await register(first)).status).toBe(201);
  const { status, body } = await register(second);
  expect([status, body["code"]]).toEqual([409, "username_taken"]);
});

test("the name of the administrator can't be imitated", async () => {
  expect((await register("admin")).status).toBe(201);
  for (const username of ["adrnin", "аdmin", "ADMlN"]) expect((await register(username)).status).not.toBe(201);
});

test("of lookalike names registered at once on two nodes, exactly one succeeds", async () => {
  const names = ["soca-oil", "soca-0il", "soca-oi1", "SOCA-OIL", "soca-0i1", "socа-oil"];
  const replies = await Promise.all(names.map((name, index) => register(name, index % 2 === 0 ? site : node)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(replies.filter(({ status }) => status >= 500)).toHaveLength(0);
});

test("a guest who registers can't take a lookalike either, and stays a guest", async () => {
  await register("riddim");
  const guest = createBrowser(site.app.server);
  await guest.post("/api/auth/guest");
  const twin = await guest.post("/api/auth/register", { username: "r1ddim", displayName: "Marva", password });
  expect([twin.status, twin.body["code"]]).toEqual([409, "username_taken"]);
  expect((await guest.get("/api/me")).body["role"]).toBe("guest");
});

test("a deleted account's name is free again", async () => {
  const browser = createBrowser(site.app.server);
  const form = { username: "leaving-soon", displayName: "Marva Joseph", password };
  await browser.post("/api/auth/register", form);
  expect((await browser.post("/api/me/deletion", { password })).status).toBe(200);
  expect((await register("leaving-s00n")).status).toBe(201);
});
