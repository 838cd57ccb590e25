import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/db/database.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type Site, type SiteOptions } from "#testing/site.ts";
import { createDigital } from "#tests/shop/kit.ts";
import { add, browserOf, countCarts, openBrowser, readCart, register, set, signIn, unitsOf } from "./kit.ts";

const open: Site[] = [];
async function openSite(options: SiteOptions = {}) {
  const site = await createSite(options);
  open.push(site);
  return site;
}
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
});

test("registering, signing in and continuing as a guest bring the browser's cart along", async () => {
  const site = await openSite();
  const [tee, cap] = (await createDigital(site, [50, 50])).variantIds as [number, number];
  const phone = openBrowser(site);
  await add(phone, tee, 2);
  expect((await register(phone)).status).toBe(201);
  expect(unitsOf(await readCart(phone))).toEqual({ [tee]: 2 });
  expect(phone.cookies.has("sg_cart")).toBe(false);

  // Another device: of what both have, the larger quantity stays.
  const laptop = openBrowser(site);
  await add(laptop, tee, 1);
  await add(laptop, cap, 3);
  await signIn(laptop);
  expect(unitsOf(await readCart(laptop))).toEqual({ [tee]: 2, [cap]: 3 });
  expect(unitsOf(await readCart(phone))).toEqual({ [tee]: 2, [cap]: 3 });

  // After they sign out, neither the server nor the browser shows it, and a new one starts.
  await laptop.post("/api/auth/logout");
  expect((await readCart(laptop)).count).toBe(0);
  expect(unitsOf((await add(laptop, cap, 5)).body)).toEqual({ [cap]: 5 });
  expect(unitsOf(await readCart(phone))).toEqual({ [tee]: 2, [cap]: 3 });
  await expectInvariants(site.db);
});

test("a guest's cart comes along when they become a member, and when they sign in as one", async () => {
  const site = await openSite();
  const [tee, cap] = (await createDigital(site, [50, 50])).variantIds as [number, number];
  const phone = openBrowser(site);
  await add(phone, tee, 2);
  await phone.post("/api/auth/guest");
  expect(unitsOf(await readCart(phone))).toEqual({ [tee]: 2 });
  await register(phone);
  expect(unitsOf(await readCart(phone))).toEqual({ [tee]: 2 });

  const laptop = openBrowser(site);
  await laptop.post("/api/auth/guest");
  await add(laptop, cap, 1);
  expect(await countCarts(site)).toBe(2);
  await signIn(laptop);
  expect(unitsOf(await readCart(laptop))).toEqual({ [tee]: 2, [cap]: 1 });
  expect(await countCarts(site)).toBe(1);
  await laptop.post("/api/auth/logout");
  expect((await readCart(laptop)).count).toBe(0);
  await expectInvariants(site.db);
});

test("a guest's cart isn't shown after they sign out", async () => {
  const site = await openSite();
  const [tee] = (await createDigital(site, [50])).variantIds as [number];
  const browser = openBrowser(site);
  await browser.post("/api/auth/guest");
  await add(browser, tee, 2);
  await browser.post("/api/auth/logout");
  expect((await readCart(browser)).count).toBe(0);
  expect(unitsOf((await add(browser, tee, 1)).body)).toEqual({ [tee]: 1 });
});

test("a cart's cookie that stays behind opens no member's cart", async () => {
  const site = await openSite();
  const [tee] = (await createDigital(site, [50])).variantIds as [number];
  const owner = openBrowser(site);
  await owner.post("/api/auth/guest");
  await add(owner, tee, 2);
  const cookie = owner.cookies.get("sg_cart")!;
  // Registered, and the cart wasn't read since.
  await register(owner);
  for (const other of [openBrowser(site), browserOf(site, await site.as("user"))]) {
    other.cookies.set("sg_cart", cookie);
    expect((await readCart(other)).count).toBe(0);
  }
  expect((await readCart(owner)).count).toBe(2);
});

test("a merged cart has at most twenty lines: the account's, and the latest of the browser's", async () => {
  const site = await openSite();
  const variants = (
    await createDigital(
      site,
      Array.from({ length: 23 }, () => 5),
    )
  ).variantIds;
  const person = await site.as("user");
  const own = browserOf(site, person);
  for (const variantId of variants.slice(0, 18)) await add(own, variantId);
  const browser = openBrowser(site);
  for (const variantId of variants.slice(17)) await add(browser, variantId, 2);
  browser.cookies.set("sg_session", person.token!);
  const units = unitsOf(await readCart(browser));
  const expected = [...variants.slice(0, 17).map((id) => [id, 1]), ...[17, 21, 22].map((at) => [variants[at], 2])];
  expect(units).toEqual(Object.fromEntries(expected));
  await expectInvariants(site.db);
});

test("requests that come at once merge a cart once, and a line that was removed meanwhile stays away", async () => {
  const site = await openSite();
  const [tee, cap] = (await createDigital(site, [50, 50])).variantIds as [number, number];
  const person = await site.as("user");
  const browser = openBrowser(site);
  await add(browser, tee, 2);
  await add(browser, cap, 1);
  browser.cookies.set("sg_session", person.token!);
  const carts = await Promise.all(Array.from({ length: 6 }, () => readCart(browser)));
  for (const cart of carts) expect(unitsOf(cart)).toEqual({ [tee]: 2, [cap]: 1 });
  await set(browser, cap, 0);
  expect(unitsOf(await readCart(browser))).toEqual({ [tee]: 2 });
  expect(await countCarts(site)).toBe(1);
});

/** Two people whose browsers have the same cart's cookie ask for it at once; the units that both get together. */
async function raceForOneCart(options: SiteOptions = {}): Promise<number> {
  const site = await openSite(options);
  const [tee] = (await createDigital(site, [50])).variantIds as [number];
  const browser = openBrowser(site);
  await add(browser, tee, 2);
  const people = [await site.as("user"), await site.as("user")].map((person) => browserOf(site, person));
  for (const person of people) person.cookies.set("sg_cart", browser.cookies.get("sg_cart")!);
  const asked = await inTransaction(site.db, async (tx) => {
    await sql`select from carts for update`.execute(tx);
    const answers = people.map((person) => readCart(person));
    // Other tests wait in other databases of the same server.
    const waiting = sql`
      select from pg_locks where not granted and pid in (select l.pid from pg_locks l
        join pg_database d on d.oid = l.database where d.datname = current_database())`;
    while ((await waiting.execute(tx)).rows.length < 2);
    return { answers };
  });
  const counts = (await Promise.all(asked.answers)).map(({ count }) => count);
  return counts[0]! + counts[1]!;
}

test("a browser's cart goes to one user, whoever asks at the same moment", async () => {
  expect(await raceForOneCart()).toBe(2);
});

test("negative control: without its lock, both get it", async () => {
  const unlocked = sabotage(["order by id for update", "order by id"]);
  expect(await raceForOneCart({ rewriteSql: unlocked })).toBe(4);
});
