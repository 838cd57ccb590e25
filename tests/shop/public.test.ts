import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { copyPosters } from "#db/seed/posters.ts";
import type { ProductSummary } from "#contract/shop/shop.ts";
import { productSocialVersion } from "#contract/feeds/social-version.ts";
import { createSite, type Site } from "#testing/site.ts";

const dataDir = mkdtempSync(join(tmpdir(), "shop-public-"));
const agent = { "user-agent": "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36" };
let site: Site;
let tee: number;
let draft: number;

beforeAll(async () => {
  site = await createSite({ settings: { DATA_DIR: dataDir, BASE_URL: "http://shop.example" } });
  copyPosters(dataDir);
  const { create } = site;
  tee = await create.product({
    title: "Yard Tee",
    slug: "yard-tee",
    position: 2,
    options: [{ name: "Size", values: ["M", "L"] }],
    pictures: ["velvet-riddim"],
  });
  await create.variant({ productId: tee, sku: "YT-1", options: ["M"], priceCents: 3000 });
  await create.variant({ productId: tee, sku: "YT-2", options: ["L"], priceCents: 3500 });
  const gone = await create.product({ title: "Old Yard Cap", slug: "old-yard-cap", position: 1 });
  await create.variant({ productId: gone, sku: "OYC-1", priceCents: 2000, onHand: 0 });
  draft = await create.product({ title: "Yard Draft", slug: "yard-draft", publication: "draft", position: 3 });
  await create.variant({ productId: draft, sku: "YD-1" });
});
afterAll(async () => {
  await site.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("a row on another page gets fewer products than a page has", async () => {
  const { body } = await site.anon.get("/api/shop/products?most=1");
  expect([body.items.map(({ slug }) => slug), body.total]).toEqual([["old-yard-cap"], 2]);
  expect((await site.anon.get("/api/shop/products?most=21")).status).toBe(400);
});

test("countdowns read the time that opens drops", async () => {
  await sql`select 1`.execute(site.db);
  const { body } = await site.anon.get("/api/shop/time");
  expect(Math.abs(Date.parse(body.now) - Date.now())).toBeLessThan(60_000);
});

test("the site's search finds products that visitors can see, those that can be bought first", async () => {
  const { body } = await site.anon.get("/api/search?q=yard");
  expect(body.groups.find(({ kind }) => kind === "products")).toMatchObject({
    label: "Shop",
    listPath: "/shop?q=yard",
    total: 2,
    hits: [
      {
        path: "/shop?product=yard-tee",
        title: "Yard Tee",
        detail: "From $30.00",
        picture: "/media/posters/velvet-riddim-480.webp",
      },
      { path: "/shop?product=old-yard-cap", detail: "$20.00 · Sold out", picture: null },
    ],
  });
});

test.each([
  ["yard", ["Old Yard Cap", "Yard Tee", "Yard Draft"]],
  ["yt-", ["Yard Tee"]],
  ["yd-1", ["Yard Draft"]],
  ["nothing", []],
])("admins find by %o also drafts, and products by the start of a SKU", async (q, titles) => {
  const admin = await site.as("admin");
  const { body } = await admin.get(`/api/admin/search?q=${q}`);
  const hits = body.groups.find(({ kind }) => kind === "products")?.hits ?? [];
  expect(hits.map(({ title }) => title)).toEqual(titles);
});

test("moderators don't find products in admin", async () => {
  const moderator = await site.as("moderator");
  const { body } = await moderator.get("/api/admin/search?q=yard");
  expect(body.groups.map(({ kind }) => kind)).not.toContain("products");
});

test("the sitemap has the pages of products that visitors can see", async () => {
  expect((await site.anon.get("/sitemap.xml")).text).toContain("<loc>http://shop.example/sitemap-products.xml</loc>");
  const { text } = await site.anon.get("/sitemap-products.xml");
  expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    "http://shop.example/shop?product=old-yard-cap",
    "http://shop.example/shop?product=yard-tee",
  ]);
});

test("a product has a link preview, which is kept forever under its content's version; a draft has none", async () => {
  const read = async (path: string) => await site.app.server.inject({ url: path });
  const { items } = (await site.anon.get("/api/shop/products?q=tee")).body;
  const product = items[0] as ProductSummary;
  const first = await read(`/feeds/products/yard-tee/social.jpg?v=${productSocialVersion(product)}`);
  expect(first.statusCode).toBe(200);
  expect(first.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  expect((await read("/feeds/products/yard-tee/social.jpg?v=old")).headers["cache-control"]).toBe(
    "public, max-age=300",
  );
  expect(productSocialVersion({ ...product, fromCents: 1 })).not.toBe(productSocialVersion(product));
  expect((await read("/feeds/products/yard-draft/social.jpg")).statusCode).toBe(404);
});

test("views of products and clicks on their cards are counted, for products that visitors can see, without bots", async () => {
  const post = (path: string, headers: Record<string, string> = agent) =>
    site.anon.call("POST", `/api/analytics/products/${path}`, undefined, headers);
  expect((await post(`${tee}/view`)).status).toBe(202);
  expect((await post(`${tee}/view`, { "user-agent": "Googlebot/2.1" })).status).toBe(202);
  expect((await post(`${tee}/detail-click`)).status).toBe(202);
  for (const path of [`${draft}/view`, `${draft}/detail-click`, "999999/view"]) {
    expect([path, (await post(path)).status]).toEqual([path, 404]);
  }
  const admin = await site.as("admin");
  await vi.waitFor(async () => {
    const { body } = await admin.get("/api/admin/analytics/breakdown?by=product");
    expect(body.rows.map(({ key, title, views, clicks }) => [key, title, views, clicks])).toEqual([
      [String(tee), "Yard Tee", 1, 1],
    ]);
  }, 15_000);
});
