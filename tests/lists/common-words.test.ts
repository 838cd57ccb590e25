import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, type Client, type Site } from "#testing/site.ts";

/** Too many matches to collect and sort, so their list is walked. */
const common = 3_150;

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  await sql`
    insert into users (username, display_name, email, role)
    select 'walker' || n,
      case n % 8
        when 0 then 'Marlon Reid'
        when 1 then 'Márlon Peña'
        when 2 then 'Reid, MARLON'
        when 3 then 'Mar''lon ' || n
        when 4 then 'Someone ' || n
        when 5 then 'Zoë Marlonson'
        when 6 then 'Mar lon'
        else 'Caramarlon' end,
      case when n % 8 = 4 then 'marlon' || n || '@example.com' end, 'user'
    from generate_series(1, 4200) n`.execute(site.db);
}, 60_000);
afterAll(() => site.close());

const listed = async (query: string) => (await admin.get(`/api/admin/users?${query}`)).body;
const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);

test("a word in thousands of rows is found in any spelling, each row once, on every page", async () => {
  const { rows } = await sql<{ id: number }>`
    select id from users where username like 'walker%' and substr(username, 7)::integer % 8 in (0, 1, 2, 3, 4, 5)
    order by created_at desc, id desc`.execute(site.db);
  expect(rows.length).toBe(common);
  const walked: number[][] = [];
  let cursor = "";
  for (;;) {
    const body = await listed(`q=m%C3%A0rlon${cursor}`);
    expect([body.total, body.isMore]).toEqual([1_000, true]);
    walked.push(idsOf(body));
    if (body.nextCursor === null) break;
    cursor = `&cursor=${body.nextCursor}`;
  }
  expect(walked.flat()).toEqual(rows.map(({ id }) => id));
  // By number, a near page is walked to and a far one collected.
  for (const page of [1, 2, 5, 6, 40]) expect(idsOf(await listed(`q=marlon&page=${page}`))).toEqual(walked[page - 1]);
});

test("a search's pages have numbers as far as its count goes", async () => {
  expect(await listed("q=marlon&page=41")).toMatchObject({ items: [], total: 1_000, isMore: true, nextCursor: null });
});

test("matches of several words and of a rare word are all counted", async () => {
  const both = await listed("q=marlon%20pena");
  expect([both.total, both.isMore]).toEqual([common / 6, false]);
  expect(await listed("q=marlon4%40example.com")).toMatchObject({ total: 1, isMore: false, nextCursor: null });
});
