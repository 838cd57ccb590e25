import pg from "pg";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillAtScale } from "#db/seed/scale/fill.ts";
import { findSubjects, questions, type Asker, type Subjects } from "#testing/list-questions.ts";
import { workOf } from "#testing/query-plan.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

/**
 * The lists' statements, recorded on their way to the database, must use indexes: a test's tables are small, but these
 * grow to millions of rows.
 */
const growing = new Set(
  `admissions audit_log emails events holds interactions order_lines orders payments refunds scans sessions stock
   ticket_types tickets users`.split(/\s+/),
);

let site: Site;
let client: pg.Client;
let subjects: Subjects;
const askers = new Map<Asker, Client>();
let recorded: { text: string; values: unknown[] }[] = [];

beforeAll(async () => {
  site = await createSite({ watchSql: (text, values) => recorded.push({ text, values }) });
  await fillAtScale({ connection: site.database.connection, factor: 0.01, onTop: false, report: () => undefined });
  // As on a running site, reports find everything but the latest rolled up.
  await site.app.runJob("sales-roll-up");
  await site.app.runJob("traffic-roll-up");
  subjects = await findSubjects(site.db);
  for (const [asker, role] of [
    ["anybody", "guest"],
    ["admin", "admin"],
    ["buyer", "user"],
  ] as const) {
    askers.set(asker, asker === "anybody" ? { ...site.anon } : await site.as(role));
  }
  // The buyer must have tickets, so the session is handed to someone who does.
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
 * Lists of everything may read little more than they show, a search the matches of one common word, and lists of an
 * event or a person all of their rows.
 */
function allowance(path: string): { scanned: number; sorted: number } {
  // The events with the most tickets are on one page, and the index counts their tickets.
  if (/[?&](eventId|personId)=|events\/|my-tickets|figures|analytics|sort=-sold/.test(path)) {
    return { scanned: 50_000, sorted: 2_500 };
  }
  const isOfSome = /[?&](q|city|category|status|kind|role)=|search/.test(path);
  return isOfSome ? { scanned: 3_000, sorted: 700 } : { scanned: 1_500, sorted: 200 };
}

/** Counts stop at ten thousand, more than a test's tables have; reports count their days. */
const isCount = (text: string) => /\) counted|\) few|group by/.test(text);

/** What a reply to this request did that it must not do at scale. */
async function problemsOf(asker: Asker, path: string): Promise<string[]> {
  recorded = [];
  const answer = await askers.get(asker)!.get<{ nextCursor?: string | null }>(encodeURI(path));
  expect([path, answer.status]).toEqual([path, 200]);
  const problems: string[] = [];
  const { scanned, sorted } = allowance(path);
  const statements = recorded.filter(({ text }) => /^\s*(\/\*.*?\*\/\s*)?(select|with)/i.test(text));
  expect(statements.length).toBeGreaterThan(0);
  for (const { text, values } of statements) {
    const work = await workOf(client, text, values);
    const said = text.replace(/\s+/g, " ").slice(0, 160);
    for (const { how, table, rows } of work.scans) {
      if (how === "Seq Scan" && growing.has(table) && !isCount(text)) problems.push(`reads all of ${table}: ${said}`);
      if (growing.has(table) && rows > scanned && !isCount(text))
        problems.push(`reads ${rows} rows of ${table}: ${said}`);
    }
    for (const { rows } of work.sorts) if (rows > sorted) problems.push(`sorts ${rows} rows: ${said}`);
  }
  return problems;
}

/** The first page of a list, a later one by its number, and the one after the first by its cursor. */
async function problemsOfPages(asker: Asker, path: string): Promise<string[]> {
  const problems = await problemsOf(asker, path);
  const { body } = await askers.get(asker)!.get<{ nextCursor?: string | null }>(encodeURI(path));
  const withQuery = (query: string) => `${path}${path.includes("?") ? "&" : "?"}${query}`;
  if (typeof body.nextCursor === "string") {
    problems.push(...(await problemsOf(asker, withQuery(`cursor=${body.nextCursor}`))));
    problems.push(...(await problemsOf(asker, withQuery("page=3"))));
  }
  return problems;
}

test("every list and detail uses indexes, on its first page and on later ones", async () => {
  const problems = [];
  for (const { asker, path } of questions(subjects)) {
    problems.push(...(await problemsOfPages(asker, path)).map((problem) => `${path} ${problem}`));
  }
  expect(problems).toEqual([]);
}, 120_000);

test("negative control: without their indexes, the same requests are reported", async () => {
  await sql`drop index orders_newest`.execute(site.db);
  expect(await problemsOf("admin", "/api/admin/orders")).not.toEqual([]);
  await sql`drop index users_words`.execute(site.db);
  expect(await problemsOf("admin", "/api/admin/users?q=zoe pena")).toContainEqual(
    expect.stringMatching("reads .* rows of users"),
  );
  await sql`drop index events_by_start, events_by_start_all`.execute(site.db);
  expect(await problemsOf("anybody", "/api/events?when=past")).not.toEqual([]);
});
