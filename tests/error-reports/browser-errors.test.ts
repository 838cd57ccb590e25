import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ErrorReport } from "#contract/error-reports.ts";
import { sabotage } from "#testing/sabotage.ts";
import { budgets } from "#server/platform/http/limits.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;

beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());
beforeEach(() => sql`truncate error_reports`.execute(site.db));

const stack = (line: number) =>
  `TypeError: x is undefined\n    at EventHero (https://sg.example/assets/event-page-Bq3x9KfT.js:${line}:20)\n    at render (https://sg.example/assets/entry-client-AAAAAAAA.js:9:9)`;
const report = (more: object = {}) => ({
  message: "TypeError: x is undefined",
  stack: stack(1),
  route: "/events/:id/:slug?",
  release: "1.0.0+AAAAAAAA",
  ...more,
});
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
const postError = (more: object = {}) => site.anon.call("POST", "/api/errors", report(more), { "user-agent": iphone });

async function list(count: number, status = "open"): Promise<ErrorReport[]> {
  return vi.waitFor(async () => {
    const { body } = await admin.get(`/api/admin/errors?status=${status}`);
    expect(body.items).toHaveLength(count);
    return body.items;
  }, 15_000);
}

test("the same error is one row with its count, first and last release", async () => {
  expect((await postError()).status).toBe(202);
  await postError();
  await list(1);
  // The next build renamed the file and moved the line.
  await postError({ stack: stack(7).replace("Bq3x9KfT", "Zz3x9KfT"), release: "0.2.0+BBBBBBBB" });
  await vi.waitFor(async () => {
    const [errorReport] = await list(1);
    expect(errorReport).toMatchObject({
      source: "browser",
      message: "TypeError: x is undefined",
      route: "/events/:id/:slug?",
      agent: "Safari",
      count: 3,
      firstRelease: "1.0.0+AAAAAAAA",
      lastRelease: "0.2.0+BBBBBBBB",
      resolvedAt: null,
    });
  }, 15_000);
});

test("personal data is removed before anything is stored", async () => {
  await postError({
    message:
      "Failed for marva@example.com at https://sg.example/payment-success?order=5&key=AbCdEf with 4242424242424242",
    stack: "Error\n at f (https://sg.example/assets/a-Bq3x9KfT.js?token=secret:1:2)",
  });
  const [errorReport] = await list(1);
  const stored = JSON.stringify(errorReport);
  expect(stored).not.toMatch(/marva|order=5|AbCdEf|4242|secret|iPhone/);
  expect(errorReport!.stack).toContain("/assets/a-Bq3x9KfT.js:1:2");
});

test("a server error joins the list with its route, and the caller doesn't see its details", async () => {
  const broken = await createSite({
    database: site.database,
    rewriteSql: sabotage(["from events e", "from no_such_table e"]),
  });
  const answer = await broken.anon.get("/api/events");
  expect([answer.status, answer.body.code]).toEqual([500, "internal"]);
  expect(answer.text).not.toContain("no_such_table");
  await broken.close();
  const [errorReport] = await list(1);
  expect(errorReport).toMatchObject({ source: "server", route: "/api/events", agent: null, count: 1 });
  expect(errorReport!.message).toContain("no_such_table");
});

test("a refusal isn't a server error", async () => {
  const other = await createSite({ database: site.database });
  await other.anon.get("/api/events/999999");
  await other.anon.call("POST", "/api/orders", { nonsense: true });
  // Reports buffered in memory are written when a site closes.
  await other.close();
  await list(0);
});

test("a resolved error leaves the open list, and returns if it happens again", async () => {
  await postError();
  const [errorReport] = await list(1);
  const resolved = await admin.post(`/api/admin/errors/${errorReport!.id}/resolve`);
  expect(resolved.body.resolvedAt).not.toBeNull();
  await list(0);
  await list(1, "resolved");
  await postError();
  expect((await list(1))[0]!.count).toBe(2);
  expect((await admin.post("/api/admin/errors/999999/resolve")).status).toBe(404);
});

test("only an admin can see and resolve errors", async () => {
  const moderator = await site.as("moderator");
  expect((await moderator.get("/api/admin/errors")).status).toBe(403);
  expect((await moderator.post("/api/admin/errors/1/resolve")).status).toBe(403);
  expect((await site.anon.get("/api/admin/errors")).status).toBe(401);
});

test("reports beyond what a network may send are dropped; no browser is asked for a proof of work", async () => {
  const limited = await createSite({ settings: { RATE_LIMITS: "on" } });
  const answers = await Promise.all(
    Array.from({ length: budgets.beacon.perAddress + 80 }, (_, index) =>
      limited.anon.call("POST", "/api/errors", report({ message: `kind ${index % 100}` })),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(80);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(["too_many_requests"]));
  await limited.close();
});

test.each([
  ["an address instead of a route", { route: "https://sg.example/events/1" }],
  ["no message", { message: "" }],
  ["an overlong stack", { stack: "x".repeat(30_000) }],
])("a report with %s is refused", async (_name, more) => {
  expect((await postError(more)).status).toBe(400);
});
