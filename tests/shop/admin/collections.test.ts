import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileTypeOf } from "#server/modules/shop/files/rules.ts";
import { findProductFile } from "#server/modules/shop/index.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { create, mp3, save, sendFile, shirt, single } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

test("collections are created, renamed, reordered and deleted, and products are found by their names at once", async () => {
  const add = async (name: string, slug: string) => (await admin.post("/api/admin/collections", { name, slug })).body;
  const [summer, tees] = [await add("Summer", "summer"), await add("Tees", "tees")];
  expect((await admin.post("/api/admin/collections", { name: "Again", slug: "tees" })).body.errors![0]!.path).toBe(
    "slug",
  );
  const product = await create(admin, shirt({ collectionIds: [summer.id] }));
  const find = async (q: string) => (await site.anon.get(`/api/shop/products?q=${q}`)).body.items.length;
  expect([await find("summer"), await find("carnival")]).toEqual([1, 0]);
  const change = { name: "Carnival", slug: "carnival", version: summer.version };
  const { body: renamed } = await admin.call("PUT", `/api/admin/collections/${summer.id}`, change);
  expect(renamed).toMatchObject({ name: "Carnival", version: 2, productCount: 1 });
  expect((await admin.call("PUT", `/api/admin/collections/${summer.id}`, change)).body.code).toBe("edited_meanwhile");
  expect([await find("summer"), await find("carnival")]).toEqual([0, 1]);
  const order = await admin.call("PUT", "/api/admin/collections/order", { ids: [tees.id, summer.id] });
  expect(order.body.items.map(({ id }: { id: number }) => id)).toEqual([tees.id, summer.id]);
  expect((await admin.call("DELETE", `/api/admin/collections/${summer.id}`)).body).toEqual({ ok: true });
  expect((await admin.call("DELETE", `/api/admin/collections/${summer.id}`)).status).toBe(404);
  expect(await find("carnival")).toBe(0);
  expect((await admin.get(`/api/admin/products/${product.id}`)).body.collectionIds).toEqual([]);
});

test.each([
  ["%PDF-1.7", "application/pdf"],
  ["PK\u0003\u0004rest", "application/zip"],
  ["ID3\u0004", "audio/mpeg"],
  ["\u00ff\u00fb\u0090", "audio/mpeg"],
  ["RIFF0000WAVEfmt ", "audio/wav"],
  ["fLaC", "audio/flac"],
  ["OggS", "audio/ogg"],
  ["0000ftypM4A ", "audio/mp4"],
  ["RIFF0000AVI ", undefined],
  ["<html>", undefined],
  ["MZ", undefined],
  ["", undefined],
])("a file that starts with %j is %s", (start, type) => {
  expect(fileTypeOf(Buffer.from(start, "latin1"))).toBe(type);
});

test("a digital product's file is stored under a random name, replaced by the next one, and refused if it isn't one", async () => {
  const { status, body: file } = await sendFile(site, admin, mp3("one"), "Road Mix.mp3");
  expect([status, file]).toEqual([201, { id: file.id, name: "Road Mix.mp3", bytes: 37 }]);
  const product = await create(admin, single({}, { kind: "digital", taxCategory: "digital", fileId: file.id }));
  const first = (await findProductFile(site.db, product.id))!;
  expect(first).toMatchObject({
    name: "Road Mix.mp3",
    bytes: 37,
    type: "audio/mpeg",
    storeKey: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect((await sendFile(site, admin, Buffer.from("<html>"))).body.code).toBe("unsupported_media_type");
  expect((await sendFile(site, admin, Buffer.alloc(0))).status).toBeGreaterThanOrEqual(400);
  expect(
    (await admin.post("/api/admin/products", single({}, { kind: "digital", fileId: file.id }))).body.errors![0]!.path,
  ).toBe("fileId");
  const { body: second } = await sendFile(site, admin, mp3("two"));
  expect((await save(admin, product, { fileId: second.id })).body.file).toEqual(second);
  expect((await findProductFile(site.db, product.id))!.storeKey).not.toBe(first.storeKey);
  await sql`update product_files set created_at = created_at - interval '2 days'`.execute(site.db);
  // Its product may be saved any moment.
  const { body: fresh } = await sendFile(site, admin, mp3("three"));
  await site.app.runJob("product-file-leftovers");
  const { rows } = await sql`select id from product_files order by id`.execute(site.db);
  expect(rows).toEqual([{ id: second.id }, { id: fresh.id }]);
});

test.each(["guest", "user", "moderator"] as const)("a %s can't read or change products", async (role) => {
  const client = await site.as(role);
  for (const [method, url] of [
    ["GET", "/api/admin/products"],
    ["POST", "/api/admin/products"],
    ["POST", "/api/admin/products/import"],
    ["GET", "/api/admin/reports/products"],
    ["GET", "/api/admin/collections"],
  ] as const) {
    expect((await client.call(method, url, method === "POST" ? {} : undefined)).status).toBe(403);
  }
});
