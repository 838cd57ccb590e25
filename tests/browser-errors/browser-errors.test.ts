import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Fault } from "#contract/faults.ts";
import { sabotage } from "#tests/kit/sabotage.ts";
import { createSite, type Client, type Site } from "#tests/kit/site.ts";

let site: Site;
let admin: Client;

beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());
beforeEach(() => sql`truncate faults`.execute(site.db));

const stack = (line: number) =>
  `TypeError: x is undefined\n    at EventHero (https://sg.example/assets/event-page-Bq3x9KfT.js:${line}:20)\n    at render (https://sg.example/assets/entry-client-AAAAAAAA.js:9:9)`;
const report = (more: object = {}) => ({
  message: "TypeError: x is undefined",
  stack: stack(1),
  route: "/events/:id/:slug?",
  release: "0.1.0+AAAAAAAA",
  ...more,
});
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
const tell = (more: object = {}) => site.anon.call("POST", "/api/errors", report(more), { "user-agent": iphone });

async function list(count: number, state = "open"): Promise<Fault[]> {
  return vi.waitFor(async () => {
    const { body } = await admin.get(`/api/admin/errors?state=${state}`);
    expect(body.items).toHaveLength(count);
    return body.items;
  }, 15_000);
}

test("the same error is one row with its count, first and last release", async () => {
  expect((await tell()).status).toBe(202);
  await tell();
  await list(1);
  // The next build gave the file another name and moved the line.
  await tell({ stack: stack(7).replace("Bq3x9KfT", "Zz3x9KfT"), release: "0.2.0+BBBBBBBB" });
  await vi.waitFor(async () => {
    const [fault] = await list(1);
    expect(fault).toMatchObject({
      source: "browser",
      message: "TypeError: x is undefined",
      route: "/events/:id/:slug?",
      agent: "Safari",
      count: 3,
      firstRelease: "0.1.0+AAAAAAAA",
      lastRelease: "0.2.0+BBBBBBBB",
      resolvedAt: null,
    });
  }, 15_000);
});

test("what could tell of a person is taken out before anything is kept", async () => {
  await tell({
    message:
      "Failed for marva@example.com at https://sg.example/payment-success?order=5&key=AbCdEf with 4242424242424242",
    stack: "Error\n at f (https://sg.example/assets/a-Bq3x9KfT.js?token=secret:1:2)",
  });
  const [fault] = await list(1);
  const kept = JSON.stringify(fault);
  expect(kept).not.toMatch(/marva|order=5|AbCdEf|4242|secret|iPhone/);
  expect(fault!.stack).toContain("/assets/a-Bq3x9KfT.js:1:2");
});

test("an error of the server's own joins the list with its route, and the caller hears nothing of it", async () => {
  const broken = await createSite({
    database: site.database,
    rewriteSql: sabotage(["from events e", "from no_such_table e"]),
  });
  const answer = await broken.anon.get("/api/events");
  expect([answer.status, answer.body.code]).toEqual([500, "internal"]);
  expect(answer.text).not.toContain("no_such_table");
  await broken.close();
  const [fault] = await list(1);
  expect(fault).toMatchObject({ source: "server", route: "/api/events", agent: null, count: 1 });
  expect(fault!.message).toContain("no_such_table");
});

test("a refusal is no fault of the server", async () => {
  const other = await createSite({ database: site.database });
  await other.anon.get("/api/events/999999");
  await other.anon.call("POST", "/api/orders", { nonsense: true });
  // What waits in memory is written when a site closes.
  await other.close();
  await list(0);
});

test("a resolved error leaves the open list, and comes back when it is seen again", async () => {
  await tell();
  const [fault] = await list(1);
  const resolved = await admin.post(`/api/admin/errors/${fault!.id}/resolve`);
  expect(resolved.body.resolvedAt).not.toBeNull();
  await list(0);
  await list(1, "resolved");
  await tell();
  expect((await list(1))[0]!.count).toBe(2);
  expect((await admin.post("/api/admin/errors/999999/resolve")).status).toBe(404);
});

test("only an admin sees and resolves errors", async () => {
  const moderator = await site.as("moderator");
  expect((await moderator.get("/api/admin/errors")).status).toBe(403);
  expect((await moderator.post("/api/admin/errors/1/resolve")).status).toBe(403);
  expect((await site.anon.get("/api/admin/errors")).status).toBe(401);
});

test("a visitor who reports without end is stopped, a thousand kinds are bounded", async () => {
  const limited = await createSite({ settings: { RATE_LIMITS: "on" } });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      limited.anon.call("POST", "/api/errors", report({ message: `kind ${index}` })),
    ),
  );
  expect(answers.filter(({ status }) => status === 429).length).toBe(80);
  await limited.close();
});

test.each([
  ["an address instead of a route", { route: "https://sg.example/events/1" }],
  ["no message", { message: "" }],
  ["a stack without end", { stack: "x".repeat(30_000) }],
])("a report with %s is refused", async (_name, more) => {
  expect((await tell(more)).status).toBe(400);
});
