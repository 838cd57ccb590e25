import { sql } from "kysely";
import { expect, test } from "vitest";
import { haveRead } from "#testing/meeting-point.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { createSite } from "#testing/site.ts";
import { createBrowser } from "./browser.ts";

// Each guard is removed once: what its test forbids must then happen, or that test proves nothing.

const password = "Carnival2026";
const settings = { RATE_LIMITS: "off" };

async function registerTwice(rewriteSql?: Sabotage) {
  const site = await createSite({ settings, rewriteSql });
  try {
    const browser = createBrowser(site.app.server);
    await browser.post("/api/auth/guest");
    const replies = await Promise.all(
      ["first-tab", "second-tab"].map((username) =>
        browser.post("/api/auth/register", { username, displayName: "Two Tabs", password }),
      ),
    );
    return new Set(replies.map((reply) => reply.body["id"])).size;
  } finally {
    await site.close();
  }
}

test("without the role in its guard, one guest becomes two members at once", async () => {
  expect(await registerTwice()).toBe(2);
  // Both tabs come as the guest before either makes a member of them.
  const unguarded = sabotage(
    ["and role = 'guest' and suspended_at is null", ""],
    ["delete from sessions where token_hash", `delete from sessions where ${haveRead()} and token_hash`],
  );
  expect(await registerTwice(unguarded)).toBe(1);
});

test("without the deadline in its statement, an expired session still works", async () => {
  for (const [guarded, status] of [
    [true, 401],
    [false, 200],
  ] as const) {
    const rewriteSql = guarded ? undefined : sabotage(["and s.expires_at > clock_now()", ""]);
    const site = await createSite({ settings, rewriteSql });
    const browser = createBrowser(site.app.server);
    await browser.post("/api/auth/guest");
    await sql`update sessions set expires_at = clock_now()`.execute(site.db);
    const reply = await browser.get("/api/me");
    await site.close();
    expect(reply.status).toBe(status);
  }
});

test("without the case-insensitive index, two people get one username", async () => {
  const rewriteSql = sabotage(["on conflict do nothing", "", { in: "insert into users (username, skeleton" }]);
  const site = await createSite({ settings, rewriteSql });
  await sql`drop index users_username, users_skeleton`.execute(site.db);
  const replies = await Promise.all(
    ["one-name", "ONE-name"].map((username) =>
      createBrowser(site.app.server).post("/api/auth/register", { username, displayName: "One Name", password }),
    ),
  );
  await site.close();
  expect(replies.map((reply) => reply.status)).toEqual([201, 201]);
});
