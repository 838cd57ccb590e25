import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { walkAuditLog } from "#server/modules/audit/hash-chain.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { createEmptyDatabase, type TestDatabase } from "#testing/database.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { silentLog } from "#testing/own-cluster.ts";
import { readPdf } from "#testing/pdf-reader.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

// The database of the release before migration 0056: its demo, and what its own API was asked to do afterward. Rows are as
// PostgreSQL's to_jsonb wrote them; the manifest has what buyers and staff hold in their hands.
const { manifest, tables } = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, "former-release.json.gz"))).toString(),
) as { manifest: Manifest; tables: Record<string, object[]> };

interface Manifest {
  at: string;
  eventId: number;
  admittedCode: string;
  waitingCode: string;
  orderId: string;
  orderNumber: string;
  orderKey: string;
  receipt: string;
  documents: { id: number; number: string; kind: string }[];
  unsubscribe: string;
  laterOrderId: string;
  stormOrderId: string;
  changingOrderId: string;
}

const all = join(import.meta.dirname, "../../db/migrations");
let database: TestDatabase;
let site: Site;
let admin: Client;

async function fill(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    for (const [table, rows] of Object.entries(tables)) {
      const { rows: columns } = await client.query(
        `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      );
      const names = columns[0].names as string;
      await client.query(`delete from ${table}`);
      await client.query(
        `insert into ${table} (${names}) overriding system value
         select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [JSON.stringify(rows)],
      );
    }
    await client.query(`
      select setval(pg_get_serial_sequence(c.oid::regclass::text, a.attname), 100000)
      from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attidentity <> '' and c.relkind = 'r'`);
    await client.query("commit");
  } finally {
    client.release();
  }
}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  database = await createEmptyDatabase();
  const pool = new pg.Pool(database.connection);
  pool.on("error", () => undefined);
  try {
    for (const name of readdirSync(all).filter((file) => file < "0056")) cpSync(join(all, name), join(folder, name));
    await migrate(pool, { log: silentLog, folder });
    await fill(pool);
    await migrate(pool, { log: silentLog, folder: all });
  } finally {
    await pool.end();
    rmSync(folder, { recursive: true });
  }
  // It is still the day on which that release was last used.
  const passed = Math.round((Date.now() - Date.parse(manifest.at)) / 1000);
  site = await createSite({ database, clockOffset: `${-passed} seconds` });
  admin = await site.as("admin");
}, 120_000);
afterAll(async () => {
  await site.close();
  await database.drop();
});

test("every invariant holds for the former release's rows", () => expectInvariants(site.db, { except: ["I-52"] }));

test("the hash chain of the activity log still verifies, and former actions read by today's names", async () => {
  for (let step = 0; step < 5; step++) await walkAuditLog(site.db);
  expect((await admin.get("/api/admin/audit/hash-chain")).body).toMatchObject({ status: "whole", brokenEntryId: null });
  const { body: events } = await admin.get("/api/admin/audit?kind=event&action=event.canceled");
  expect(events.items).toContainEqual(expect.objectContaining({ action: "event.canceled", reason: "The storm" }));
  const { body: order } = await admin.get(`/api/admin/audit?kind=order&id=${manifest.changingOrderId}`);
  expect(order.items).toContainEqual(
    expect.objectContaining({
      action: "ticket.moved",
      before: expect.objectContaining({ event: "Harbor Fete" }),
      after: expect.objectContaining({ event: "Rooftop Lime" }),
    }),
  );
  expect(order.items.map(({ action }: { action: string }) => action)).toContain("ticket.canceled");
  expect((await admin.get("/api/admin/audit.csv")).status).not.toBe(500);
});

test("ticket codes that were handed out work at the door, each once", async () => {
  const door = await site.as("moderator");
  const scan = async (code: string) =>
    (
      await door.post("/api/scans", {
        code,
        eventId: manifest.eventId,
        deviceId: "door-device-2",
        scanId: randomUUID(),
      })
    ).body.verdict;
  expect(await scan(manifest.admittedCode)).toBe("already_admitted");
  expect(await scan(manifest.waitingCode)).toBe("admitted");
  expect(await scan(manifest.waitingCode)).toBe("already_admitted");
});

test("links in emails that were sent open the order, its documents and the reminder", async () => {
  const key = `?key=${manifest.orderKey}`;
  const { body: order } = await site.anon.get(`/api/orders/${manifest.orderId}${key}`);
  expect(order).toMatchObject({ number: manifest.orderNumber, status: "paid" });
  for (const { id, number } of manifest.documents) {
    const url = `/api/orders/${manifest.orderId}/papers/${id}${key}`;
    const answer = await site.app.server.inject({ url });
    expect([url, answer.statusCode]).toEqual([url, 200]);
    expect(readPdf(answer.rawPayload).text).toContain(number);
  }
  const asked = new URL(manifest.unsubscribe);
  const body = { id: asked.searchParams.get("confirm"), key: asked.searchParams.get("key") };
  expect((await site.anon.call("POST", "/api/interest/confirm", body)).status).toBe(200);
});

test("a receipt that was issued prints the same number, seller, buyer and amounts", async () => {
  const url = `/api/orders/${manifest.orderId}/receipt.pdf?key=${manifest.orderKey}`;
  const { text } = readPdf((await site.app.server.inject({ url })).rawPayload);
  const numbersOf = (page: string) => page.match(/\b(?:R|SG)-[\w-]+|\$[\d,.]+|[\w.]+@[\w.]+|\d{4}-\d{6}/g)?.toSorted();
  expect(numbersOf(text)).toEqual(numbersOf(manifest.receipt));
});

test("emails that were waiting are written in today's words", async () => {
  for (let run = 0; run < 3; run++) await site.app.runJob("mail");
  const mailAbout = async (orderId: string) =>
    (
      await sql<{ kind: string; status: string; subject: string; text: string }>`
        select kind, status, subject, body_text as text from emails
        where topic ->> 'orderId' = ${orderId} and kind = 'event_change'`.execute(site.db)
    ).rows;
  expect(await mailAbout(manifest.laterOrderId)).toMatchObject([
    { status: "not_sent", text: expect.stringContaining("The boat leaves later") },
  ]);
  const [storm] = await mailAbout(manifest.stormOrderId);
  expect(storm).toMatchObject({ status: "not_sent", subject: "Canceled: Storm Fete" });
});

test("nothing that is stored has a former value", async () => {
  const counts = await Promise.all(
    [
      sql`select from orders where status = 'cancelled'`,
      sql`select from tickets where status = 'cancelled'`,
      sql`select from payments where status = 'cancelled'`,
      sql`select from events where status = 'cancelled'`,
      sql`select from emails where status = 'kept' or kind in ('night_change', 'account_notice')`,
      sql`select from order_refunds where made_by = 'night'`,
      sql`select from refunds where reason like 'night%'`,
      sql`select from order_moves where 'cancelled' in (from_status, to_status)`,
    ].map(async (query) => (await query.execute(site.db)).rows.length),
  );
  expect(counts).toEqual(counts.map(() => 0));
  const { rows } = await sql<{ status: string }>`
    select distinct status from tickets order by 1`.execute(site.db);
  expect(rows.map(({ status }) => status)).toContain("canceled");
});

test("refunds of a canceled event that were proposed are approved and paid", async () => {
  const { body: before } = await admin.get(`/api/orders/${manifest.stormOrderId}`);
  const path = `/api/admin/events/${before.lines[0].eventId}/refunds`;
  const { latest } = (await admin.get(path)).body;
  expect(latest.status).toBe("proposed");
  expect((await admin.post(`${path}/${latest.id}`, { step: "confirm" })).status).toBe(200);
  for (let run = 0; run < 3; run++) for (const job of ["event-refunds", "refunds"]) await site.app.runJob(job);
  const { body } = await admin.get(`/api/orders/${manifest.stormOrderId}`);
  expect(body).toMatchObject({ status: "refunded", refunds: [{ madeBy: "event" }] });
  await expectInvariants(site.db, { except: ["I-52"] });
});
