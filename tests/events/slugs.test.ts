import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { createSite, type Site } from "#testing/site.ts";

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0).toReversed()) await site.close();
});

const title = "Jouvert in Brooklyn";

/** Several admins create an event of the same title at once, on two nodes. */
async function createAtOnce(rewriteSql?: Sabotage) {
  const site = await createSite({ rewriteSql });
  sites.push(site, await createSite({ rewriteSql, database: site.database }));
  const admin = await site.as("admin");
  const venueId = (
    await sql<{ id: number }>`select venue_id as id from events where id = ${await site.create.event()}`.execute(
      site.db,
    )
  ).rows[0]!.id;
  const body = {
    venueId,
    title,
    timeZone: "America/New_York",
    startsAt: "2035-06-09T23:00:00.000Z",
    endsAt: "2035-06-10T04:00:00.000Z",
  };
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => sites[index % 2]!.clientOf(admin).post("/api/admin/events", body)),
  );
  const { rows } = await sql<{ slug: string }>`select slug from events where title = ${title} order by id`.execute(
    site.db,
  );
  return { statuses: answers.map(({ status }) => status), slugs: rows.map(({ slug }) => slug).toSorted() };
}

test("events of one title that are created at once get numbered addresses", async () => {
  const base = "jouvert-in-brooklyn";
  expect(await createAtOnce()).toEqual({
    statuses: Array(6).fill(201),
    slugs: [base, ...[2, 3, 4, 5, 6].map((number) => `${base}-${number}`)],
  });
});

test("negative control: without waiting for each other, two choose the same address, and one fails", async () => {
  const loose = sabotage(
    [/pg_advisory_xact_lock\(hashtextextended\('slugs of events', 0\)\)/, "1"],
    ["select slug from events where", "select slug from events where meet(2) > 0 or"],
  );
  expect((await createAtOnce(loose)).statuses).toContain(500);
});

test("an event that takes another's address while that one is created gets a refusal, not an error", async () => {
  const site = await createSite();
  sites.push(site);
  const admin = await site.as("admin");
  const ids = [await site.create.event({ title: "One" }), await site.create.event({ title: "Two" })];
  const change = (id: number) =>
    admin.call("PATCH", `/api/admin/events/${id}`, { version: 1, changes: { slug: "same-address" } });
  const statuses = (await Promise.all(ids.map(change))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
});
