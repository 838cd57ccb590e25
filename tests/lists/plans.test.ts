import pg from "pg";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillAtScale } from "#db/seed/scale/fill.ts";
import { findSubjects, questions, type Asker, type Subjects } from "#tests/kit/list-questions.ts";
import { workOf } from "#tests/kit/query-plan.ts";
import { createSite, type Client, type Site } from "#tests/kit/site.ts";

/**
 * The lists' own statements, heard on their way to the database, must be answered by indexes: whatever a table of a test's
 * size is read by, these tables grow to millions.
 */
const growing = new Set(
  `admissions audit_log emails events holds interactions order_lines orders page_views payments refunds scans sessions stock
   ticket_types tickets users`.split(/\s+/),
);

let site: Site;
let client: pg.Client;
let subjects: Subjects;
const askers = new Map<Asker, Client>();
let heard: { text: string; values: unknown[] }[] = [];

beforeAll(async () => {
  site = await createSite({ watchSql: (text, values) => heard.push({ text, values }) });
  await fillAtScale({ connection: site.database.connection, factor: 0.01, onTop: false, tell: () => undefined });
  subjects = await findSubjects(site.db);
  for (const [asker, role] of [
    ["anybody", "guest"],
    ["admin", "admin"],
    ["buyer", "user"],
  ] as const) {
    askers.set(asker, asker === "anybody" ? { ...site.anon } : await site.as(role));
  }
  // The buyer is somebody with tickets: the session is handed over.
  const { id } = askers.get("buyer")!;
  await sql`update sessions set user_id = ${subjects.buyerId} where user_id = ${id}`.execute(site.db);
  client = new pg.Client({ ...site.database.connection, options: "-c timezone=UTC" });
  await client.connect();
}, 180_000);
afterAll(async () => {
  await client.end();
  await site.close();
});

/**
 * Lists of everything may look at little more than they show, a search at what one common word has, those of a night or a
 * person at all of theirs.
 */
function allowance(path: string): { looked: number; sorted: number } {
  if (/[?&](eventId|personId)=|nights\/|events\/|my-tickets|figures|analytics/.test(path)) {
    return { looked: 50_000, sorted: 2_500 };
  }
  const isOfSome = /[?&](q|city|category|state|status|kind|role)=|search/.test(path);
  return isOfSome ? { looked: 3_000, sorted: 700 } : { looked: 1_500, sorted: 200 };
}

/** Counts stop at ten thousand, more than a test's tables have; reports count their days. */
const isCount = (text: string) => /\) counted|\) few|group by|page_views/.test(text);

/** What an answer to this question did that it must not do at scale. */
async function faultsOf(asker: Asker, path: string): Promise<string[]> {
  heard = [];
  const answer = await askers.get(asker)!.get(encodeURI(path));
  expect([path, answer.status]).toEqual([path, 200]);
  const faults: string[] = [];
  const { looked, sorted } = allowance(path);
  const statements = heard.filter(({ text }) => /^\s*(\/\*.*?\*\/\s*)?(select|with)/i.test(text));
  expect(statements.length).toBeGreaterThan(0);
  for (const { text, values } of statements) {
    const work = await workOf(client, text, values);
    const said = text.replace(/\s+/g, " ").slice(0, 160);
    for (const { how, table, rows } of work.scans) {
      if (how === "Seq Scan" && growing.has(table) && !isCount(text)) faults.push(`reads all of ${table}: ${said}`);
      if (growing.has(table) && rows > looked && !isCount(text)) faults.push(`looks at ${rows} of ${table}: ${said}`);
    }
    for (const { rows } of work.sorts) if (rows > sorted) faults.push(`sorts ${rows} rows: ${said}`);
  }
  return faults;
}

/** The first page of a list, a later one by its number, and the one after the first by its cursor. */
async function faultsOfPages(asker: Asker, path: string): Promise<string[]> {
  const faults = await faultsOf(asker, path);
  const { body } = await askers.get(asker)!.get(encodeURI(path));
  const withQuery = (query: string) => `${path}${path.includes("?") ? "&" : "?"}${query}`;
  if (typeof body.nextCursor === "string") {
    faults.push(...(await faultsOf(asker, withQuery(`cursor=${body.nextCursor}`))));
    faults.push(...(await faultsOf(asker, withQuery("page=3"))));
  }
  return faults;
}

test("every list and detail is answered by indexes, on its first page and on later ones", async () => {
  const faults = [];
  for (const { asker, path } of questions(subjects)) {
    faults.push(...(await faultsOfPages(asker, path)).map((fault) => `${path} ${fault}`));
  }
  expect(faults).toEqual([]);
}, 120_000);

test("negative control: without their index the same looks find fault", async () => {
  await sql`drop index orders_newest`.execute(site.db);
  expect(await faultsOf("admin", "/api/admin/orders")).not.toEqual([]);
  await sql`drop index users_words`.execute(site.db);
  expect(await faultsOf("admin", "/api/admin/users?q=zoe pena")).toContainEqual(
    expect.stringMatching("looks at .* of users"),
  );
  await sql`drop index events_by_start, events_by_start_all`.execute(site.db);
  expect(await faultsOf("anybody", "/api/events?when=past")).not.toEqual([]);
});
