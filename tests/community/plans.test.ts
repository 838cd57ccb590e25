import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { communityQuestions, fillCommunity } from "#db/seed/scale/community.ts";
import { expectInvariants } from "#testing/invariants.ts";
import type { Client, Site } from "#testing/site.ts";
import { openCommunity } from "./kit.ts";
import { pageAfter, workOfRequest, type Statement } from "#testing/community-work.ts";

// No page of the community may cost more because there are more posts, comments or reactions: what its statements read
// is counted in a small community and in one that is four times as large.

let site: Site;
let client: pg.Client;
let reader: Client;
let made: Awaited<ReturnType<typeof fillCommunity>>;
let recorded: Statement[] = [];

const small = { members: 150, posts: 600, reactions: 4, comments: 600 };

beforeAll(async () => {
  site = await openCommunity({ watchSql: (text, values) => recorded.push({ text, values }) });
  await site.create.event();
  client = new pg.Client({ ...site.database.connection, options: "-c timezone=UTC" });
  await client.connect();
  reader = await site.as("user");
}, 60_000);
afterAll(async () => {
  await client.end();
  await site.close();
});

async function fill(size: typeof small) {
  made = await fillCommunity(client, size);
  await sql`update sessions set user_id = ${made.readerId}`.execute(site.db);
  await sql`delete from relations where from_id <> ${made.readerId}`.execute(site.db);
}

/** What each question reads on its first page and on a later one. */
async function measure(pages: number) {
  const found = new Map<string, Awaited<ReturnType<typeof workOfRequest>>>();
  for (const [name, path] of communityQuestions(made)) {
    for (const [which, at] of [
      ["first", path],
      ["later", await pageAfter(reader, path, pages)],
    ] as const) {
      recorded = [];
      expect((await reader.get(at)).status).toBe(200);
      found.set(`${name}, ${which} page`, await workOfRequest(client, [...recorded]));
    }
  }
  return found;
}

test("what a page reads doesn't depend on how much there is, nor on how deep the page is", async () => {
  await fill(small);
  const before = await measure(4);
  await fill({ ...small, posts: 2400, comments: 2400 });
  await expectInvariants(site.db, { except: ["I-52", "I-54"] });
  const after = await measure(12);
  for (const [name, work] of after) {
    expect([name, work.whole]).toEqual([name, []]);
    // A search reads the matches of its word, which are a share of all.
    const isSearch = name.includes("search");
    // Of each of a hundred people, a page of their newest and one more.
    const isFollowing = name.includes("follows");
    const max = isSearch ? 6000 : isFollowing ? 2300 : Math.max(before.get(name)!.read * 1.3, 400);
    expect([name, work.read <= max ? "" : `${work.read} of ${max}`]).toEqual([name, ""]);
    expect([name, work.sorted <= (isSearch ? 3500 : 3000)]).toEqual([name, true]);
  }
}, 120_000);

test("negative control: without its index, the feed is reported", async () => {
  const first = communityQuestions(made)[0]![1];
  await sql`drop index posts_new`.execute(site.db);
  await sql`drop index posts_general_new, posts_photos_new, posts_event_new, posts_phase_new`.execute(site.db);
  await sql`alter table posts drop constraint posts_position_key`.execute(site.db);
  recorded = [];
  await reader.get(first);
  expect((await workOfRequest(client, [...recorded])).read).toBeGreaterThan(2000);
});
