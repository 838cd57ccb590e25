import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import { createSite, type Answer, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  await sql`
    insert into audit_log (staff_id, staff_name, action, target_kind, target_id)
    select ${admin.id}, 'Boss', 'mail.resent', case when n % 2 = 0 then 'mail' else 'order' end, n::text
    from generate_series(1, 120) n`.execute(site.db);
});
afterAll(() => site.close());

interface AuditPage {
  items: AuditEntry[];
  page: number;
  nextCursor: string | null;
}

async function walk(address: string): Promise<{ items: AuditEntry[]; pages: number[] }> {
  const items: AuditEntry[] = [];
  const pages = [];
  let next: string | null = address;
  while (next !== null) {
    const answer: Answer<AuditPage> = await admin.get<AuditPage>(next);
    expect(answer.status).toBe(200);
    items.push(...answer.body.items);
    pages.push(answer.body.page);
    next = answer.body.nextCursor && `${address}&cursor=${answer.body.nextCursor}`;
  }
  return { items, pages };
}

test("cursors lead through a list to its end, each row once and in order", async () => {
  const { items, pages } = await walk("/api/admin/audit?kind=order");
  expect(pages).toEqual([1, 2, 3]);
  expect(items.map(({ target }) => Number(target.id))).toEqual(Array.from({ length: 60 }, (_, n) => 119 - 2 * n));
});

test("new rows don't shift anyone's page", async () => {
  const first = await admin.get("/api/admin/audit?kind=mail");
  await sql`
    insert into audit_log (staff_id, staff_name, action, target_kind, target_id)
    select ${admin.id}, 'Boss', 'mail.resent', 'mail', 'late' from generate_series(1, 30)`.execute(site.db);
  const { body } = await admin.get(`/api/admin/audit?kind=mail&cursor=${first.body.nextCursor}`);
  expect(body.items[0]!.target.id).toBe("70");
  expect(first.body.items.at(-1)!.target.id).toBe("72");
});

const made = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");

test.each([
  ["isn't valid base64", "abc"],
  ["doesn't contain a list", Buffer.from("{}").toString("base64url")],
  ["belongs to another sort order", made("id", 2, "5")],
  ["has no page", made("-id", 0, "5")],
  ["has text as its page", made("-id", "two", "5")],
  ["has too few keys", made("-id", 2)],
  ["has too many keys", made("-id", 2, "5", "6")],
  ["has a key of another type", made("-id", 2, 5)],
  ["has SQL as a key", made("-id", 2, "5); drop table audit_log --")],
  ["has a number too large for its column", made("-id", 2, "9".repeat(30))],
])("a cursor that %s is refused", async (_, cursor) => {
  const { status, body } = await admin.get(`/api/admin/audit?cursor=${cursor}`);
  expect([status, body.code, body.errors![0]!.path]).toEqual([400, "invalid_input", "cursor"]);
});

test("page numbers go as far as the total, and no query reads beyond", async () => {
  const { status, body } = await admin.get("/api/admin/audit?page=999999");
  expect(status).toBe(200);
  expect(body).toMatchObject({ items: [], page: 999_999, nextCursor: null });
});
