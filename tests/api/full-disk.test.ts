import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";

let site: Site;
let buyer: Client;
let ticketTypeId: number;

beforeAll(async () => {
  site = await createSite();
  ticketTypeId = await site.create.ticketType({ eventId: await site.create.event(), capacity: 10 });
  buyer = await site.as("user");
  await sql`
    create function no_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    site.db,
  );
});
afterAll(() => site.close());

const fill = () => sql`create trigger full_disk before insert on orders execute function no_space()`.execute(site.db);
const free = () => sql`drop trigger full_disk on orders`.execute(site.db);
const order = () => buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
const metric = async (name: string) => {
  const [, value] = new RegExp(`^${name} (\\S+)$`, "m").exec((await site.anon.get("/metrics")).text) ?? [];
  return value === undefined ? undefined : Number(value);
};

test("operators see the space on the disk, and when the database's is full; sales then wait, and pages go on", async () => {
  const before = (await site.anon.get("/readyz")).body;
  expect(["ok", "low"]).toContain(before.disk);
  expect(await metric("site_disk_full")).toBe(0);
  expect(await metric("site_disk_free_bytes")).toBeGreaterThan(0);
  expect(await metric("site_disk_total_bytes")).toBeGreaterThan((await metric("site_disk_free_bytes"))!);
  expect(await metric("site_disk_low")).toBe(before.disk === "low" ? 1 : 0);

  await fill();
  const refused = await order();
  expect([refused.status, refused.body.code, Number(refused.headers["retry-after"]) >= 1]).toEqual([
    503,
    "unavailable",
    true,
  ]);
  const ready = await site.anon.get("/readyz");
  expect([ready.status, ready.body.disk]).toEqual([200, "full"]);
  expect(await metric("site_disk_full")).toBe(1);
  expect((await site.anon.get("/api/events")).status).toBe(200);

  await free();
  expect((await order()).status).toBe(201);
});
