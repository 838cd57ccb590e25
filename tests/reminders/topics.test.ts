import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { claimSignups, findSignupLinks } from "#server/modules/reminders/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { defineModule } from "#server/platform/module.ts";
import { createSite, type Site } from "#testing/site.ts";

let deps: Deps;
/** A module that announces what is found at events 1 to 99. */
const lostAndFound = defineModule("lost-and-found", (host) => {
  deps = host.deps;
  return {
    reminderTopics: {
      "found-items": {
        findSentence: async (_db, id) => (id < 100 ? `something is found at event ${id}` : undefined),
        pathOf: (id) => `/events/${id}?list=found-items`,
      },
    },
  };
});

let site: Site;
beforeAll(async () => {
  site = await createSite({ extraModules: [lostAndFound] });
});
afterAll(() => site.close());
beforeEach(() => sql`truncate interests, emails`.execute(site.db));

const email = "marva@example.com";
const join = (topic: string, address = email) => site.anon.post("/api/interest", { topic, email: address });
const claim = (topic: `${string}:${string}`) => inTransaction(site.db, (tx) => claimSignups(tx, [topic], 10));

/** The subject of the last email, and one of its links. */
async function lastMail() {
  await site.app.runJob("mail");
  const { rows } = await sql<{ subject: string; text: string }>`
    select subject, body_text as text from emails where body_text is not null order by id desc limit 1`.execute(
    site.db,
  );
  const link = new URL(/http\S+&confirm=\S+/.exec(rows[0]?.text ?? "")?.[0] ?? "http://none/");
  return { subject: rows[0]?.subject, link };
}

async function confirm(): Promise<void> {
  const { searchParams } = (await lastMail()).link;
  const body = { id: searchParams.get("confirm"), key: searchParams.get("key") };
  expect((await site.anon.post("/api/interest/confirm", body)).body).toEqual({ topic: "found-items:7" });
}

test("an address joins the list of a module's topic by the emailed link, which leads to the topic's page", async () => {
  expect((await join("found-items:7")).status).toBe(202);
  const { subject, link } = await lastMail();
  expect(subject).toBe("Want an email when something is found at event 7?");
  expect([link.pathname, link.searchParams.get("list")]).toEqual(["/events/7", "found-items"]);
  expect(await claim("found-items:7")).toEqual([]);
  await confirm();
  const [signup] = await claim("found-items:7");
  expect(signup).toMatchObject({ email, sends: 1 });
  expect((await findSignupLinks(deps, signup!.id))!.leave).toContain("/events/7?list=found-items&leave=");
});

test("a confirmed signup is claimed once, also by many at once, and only for its own topic", async () => {
  await join("found-items:7");
  await confirm();
  await join("found-items:7", "dee@example.com");
  expect(await claim("found-items:8")).toEqual([]);
  const claimed = await Promise.all(Array.from({ length: 8 }, () => claim("found-items:7")));
  expect(claimed.flat().map((each) => each.email)).toEqual([email]);
});

test.each([
  "event:7",
  "nothing:7",
  "news:1",
  "stream:1",
  "back-in-stock:1",
  "shop:7",
  "toString:7",
  "found-items:0",
  "found-items:x",
  "found-items",
])("%s is no list that anyone can join", async (topic) => {
  expect((await join(topic)).status).toBe(400);
  expect((await sql`select from interests`.execute(site.db)).rows).toEqual([]);
});

test("nobody is asked to confirm a list of what doesn't exist", async () => {
  expect((await join("found-items:100")).status).toBe(202);
  expect(await lastMail()).toMatchObject({ subject: undefined });
});
