import { sql } from "kysely";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";
import { openDispute } from "./kit.ts";

const content = "0123456789".repeat(10);
let folder: string;
let site: Site;
let admin: Client;
let album: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sold-files-"));
  site = await createSite({ settings: { DATA_DIR: folder } });
  await installMovingClock(site.database);
  admin = await site.as("admin");
  const productId = await site.create.product({ kind: "digital", taxCategory: "digital" });
  album = await site.create.variant({ productId, priceCents: 1000 });
  await mkdir(join(folder, "sold-files"), { recursive: true });
  await writeFile(join(folder, "sold-files", "a1b2"), content);
  await sql`
    insert into product_files (product_id, name, bytes, type, store_key)
    values (${productId}, 'Soca Mix “Vol. 1”.mp3', 100, 'audio/mpeg', 'a1b2')`.execute(site.db);
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

async function buyAlbum() {
  const buyer = await site.as("user");
  const { body: order } = await site.buy(buyer, [{ variantId: album, quantity: 1 }]);
  const ask = (client: Client) => client.post(`/api/orders/${order.id}/downloads`, { lineId: order.lines[0]!.id });
  return { buyer, order, ask };
}

test("a buyer gets a link that streams the file, also in parts, without a session, and downloads are counted", async () => {
  const { order, ask, buyer } = await buyAlbum();
  expect((await ask(await site.as("guest"))).status).toBe(404);
  const { body } = await ask(buyer);
  expect(body).toMatchObject({ fileName: "Soca Mix “Vol. 1”.mp3", url: expect.stringContaining("/api/downloads/") });
  const whole = await site.anon.get(body.url);
  expect([whole.status, whole.text, whole.headers["content-type"]]).toEqual([200, content, "audio/mpeg"]);
  expect(whole.headers["content-disposition"]).toMatch(
    /^attachment; filename="Soca Mix _Vol. 1_.mp3"; filename\*=UTF-8''/,
  );
  const part = await site.anon.get(body.url, { range: "bytes=10-14" });
  expect([part.status, part.text, part.headers["content-range"]]).toEqual([206, "01234", "bytes 10-14/100"]);
  expect((await site.anon.get(body.url, { range: "bytes=-5" })).text).toBe("56789");
  expect((await site.anon.get(body.url, { range: "bytes=500-" })).status).toBe(416);
  expect((await site.anon.get(body.url, { "if-none-match": String(whole.headers["etag"]) })).status).toBe(304);
  const { rows } = await sql`select count from downloads where order_id = ${order.id}`.execute(site.db);
  expect(rows).toEqual([{ count: 1 }]);
  await expectInvariants(site.db);
});

test("moderators get neither an order's files nor its fulfillment; its buyer and admins do", async () => {
  const { order, ask, buyer } = await buyAlbum();
  const read = (client: Client) => client.get(`/api/orders/${order.id}/fulfillment`);
  const statuses = async (client: Client) => [(await ask(client)).status, (await read(client)).status];
  for (const client of [buyer, admin]) expect(await statuses(client)).toEqual([201, 200]);
  for (const role of ["moderator", "user", "guest"] as const) {
    expect(await statuses(await site.as(role))).toEqual([404, 404]);
  }
});

test("a changed link opens nothing, and an expired one says so", async () => {
  const { ask, buyer } = await buyAlbum();
  const { url } = (await ask(buyer)).body;
  expect((await site.anon.get(url.slice(0, -1) + (url.endsWith("A") ? "B" : "A"))).status).toBe(404);
  await moveClock(site.database, 15 * 60 + 1);
  expect(await site.anon.get(url)).toMatchObject({
    status: 410,
    body: { code: "link_over", message: "This download link has expired. Open your order to get a new one." },
  });
  const page = await site.anon.get(url, { "sec-fetch-dest": "document", accept: "text/html" });
  expect(page.text).toContain("This download link has expired.");
});

test("a refunded or disputed download isn't available, not even by a link from before", async () => {
  const { order, ask, buyer } = await buyAlbum();
  const { url } = (await ask(buyer)).body;
  await openDispute(site, order.id);
  expect((await ask(buyer)).body.code).toBe("payment_disputed");
  expect((await site.anon.get(url)).body.code).toBe("payment_disputed");
  await sql`delete from disputes`.execute(site.db);
  const whole = { withFee: true, returnsStock: true, reason: "Asked", amountCents: order.totalCents };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, whole)).status).toBe(201);
  expect((await ask(buyer)).body.code).toBe("order_closed");
  expect((await site.anon.get(url)).body.code).toBe("order_closed");
});

test("a file of an order that isn't paid isn't available", async () => {
  const buyer = await site.as("user");
  const { body: order } = await buyer.post("/api/orders", draft([{ variantId: album, quantity: 1 }]));
  const asked = await buyer.post(`/api/orders/${order.id}/downloads`, { lineId: order.lines[0]!.id });
  expect([order.status, asked.status]).toEqual(["awaiting_payment", 404]);
});

test("refunding one of two copies leaves the download; refunding both ends it, whatever else was bought", async () => {
  const buyer = await site.as("user");
  const ticketTypeId = await site.create.ticketType();
  const lines = [
    { variantId: album, quantity: 2 },
    { ticketTypeId, quantity: 1 },
  ];
  const { body: order } = await site.buy(buyer, lines);
  const lineId = order.lines[0]!.id;
  const ask = () => buyer.post(`/api/orders/${order.id}/downloads`, { lineId });
  const units = [{ lineId, quantity: 1 }];
  const refund = { withFee: true, returnsStock: true, reason: "Asked", amountCents: 1000, units };
  const refundOne = () => admin.post(`/api/admin/orders/${order.id}/refunds`, refund);
  expect((await refundOne()).status).toBe(201);
  expect((await ask()).status).toBe(201);
  expect((await refundOne()).status).toBe(201);
  expect((await buyer.get(`/api/orders/${order.id}`)).body.status).toBe("partially_refunded");
  expect((await ask()).body.code).toBe("order_closed");
});

/** Opens a link so many times at once. @returns how often each status came */
async function openAtOnce(url: string, times: number, headers: Record<string, string> = {}) {
  const replies = await Promise.all(Array.from({ length: times }, () => site.anon.get(url, headers)));
  return Object.fromEntries(
    [...Map.groupBy(replies, ({ status }) => status)].map(([status, these]) => [status, these.length]),
  );
}

test("a copy of a file is sent 25 times, however many ask at once; staff see it and renew the downloads", async () => {
  const { order, ask, buyer } = await buyAlbum();
  const path = `/api/admin/orders/${order.id}` as const;
  const lineId = order.lines[0]!.id;
  const uses = async () => (await admin.get(`${path}/fulfillment`)).body.downloads;
  const { url } = (await ask(buyer)).body;
  expect(await uses()).toMatchObject([{ lineId, uses: 0, maxUses: 25 }]);
  expect(await openAtOnce(url, 30)).toEqual({ 200: 25, 409: 5 });
  expect((await site.anon.get(url)).body.code).toBe("over_limit");
  expect(await ask(buyer)).toMatchObject({ status: 409, body: { code: "over_limit" } });
  expect(await uses()).toMatchObject([{ uses: 25, maxUses: 25 }]);

  const renew = (client: Client) => client.post(`${path}/downloads/renew`, { lineId });
  expect((await renew(await site.as("moderator"))).status).toBe(403);
  expect((await renew(admin)).body.downloads).toMatchObject([{ uses: 0, maxUses: 25 }]);
  expect((await renew(admin)).status).toBe(200);
  expect((await site.anon.get(url)).status).toBe(200);
  const { rows } = await sql`
    select action from audit_log where target_id = ${order.id} and action = 'order.downloads_renewed'`.execute(site.db);
  expect(rows).toHaveLength(1);
});

test.each<[string, Record<string, string>, number]>([
  ["a tenth of the file", { range: "bytes=10-19" }, 0.1],
  ["all but its first byte", { range: "bytes=1-" }, 0.99],
  ["a range outside of it", { range: "bytes=500-" }, 0],
  ["the whole file", {}, 1],
])("%s counts as that share of a use", async (_, headers, share) => {
  const { order, ask, buyer } = await buyAlbum();
  const { url } = (await ask(buyer)).body;
  await site.anon.get(url, headers);
  await site.anon.call("HEAD", url);
  const { rows } = await sql`select bytes_sent from downloads where order_id = ${order.id}`.execute(site.db);
  expect(rows).toEqual([{ bytes_sent: Math.round(share * 100) }]);
});

test("a link belongs to its order: it ends when the order's email changes, and opens no other order's file", async () => {
  const { order, ask, buyer } = await buyAlbum();
  const { url } = (await ask(buyer)).body;
  const other = await buyAlbum();
  const asked = await buyer.post(`/api/orders/${order.id}/downloads`, { lineId: other.order.lines[0]!.id });
  expect(asked.status).toBe(404);
  await sql`update orders set link_version = link_version + 1 where id = ${order.id}`.execute(site.db);
  expect((await site.anon.get(url)).body.code).toBe("link_over");
  expect((await site.anon.get((await ask(buyer)).body.url)).status).toBe(200);
});
