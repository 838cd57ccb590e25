import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import { createMediaSite, photo, type MediaSite } from "../../media/media-kit.ts";
import { apply, upload } from "./kit.ts";

let site: MediaSite;
let host = "";
let requests: string[] = [];
/** What the other site responds with, by path: bytes, or a status. */
let files: Record<string, Buffer | number> = {};
const server = createServer((request, response) => {
  requests.push(request.url!);
  const file = files[request.url!] ?? 404;
  if (typeof file === "number") response.statusCode = file;
  response.end(typeof file === "number" ? "" : file);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  site = await createMediaSite({ settings: { FETCH_PRIVATE_ADDRESSES: "on" } });
});
afterAll(async () => {
  server.close();
  await site.close();
});
beforeEach(async () => {
  await sql`truncate products, variants, stock_changes, collections, product_imports, pictures cascade`.execute(
    site.db,
  );
  requests = [];
  files = {
    "/front.jpg": await photo(200, 200),
    "/back.jpg": await photo(200, 200),
    "/text.jpg": Buffer.from("<html>"),
  };
});

const header =
  "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Image Position,Image Alt Text,Variant Image";
const csvOf = (...rows: string[]) => [header, ...rows].join("\n").replaceAll("HOST", `http://${host}`);
const tee = () =>
  csvOf(
    "tee,Tee,Size,S,TEE-S,30,HOST/front.jpg,1,Tee from the front,",
    "tee,,,M,TEE-M,30,HOST/back.jpg,2,,HOST/back.jpg",
  );

async function runImport(csv: string, hosts = [host]): Promise<number> {
  const { body } = await upload(site.admin, csv);
  expect((await apply(site.admin, body.id, { hosts })).status).toBe(200);
  return body.id;
}
/** Draws images as the job does, without the work: what they look like is tested with the library. */
const draw = () =>
  sql`
    update pictures set status = 'ready', width = 200, height = 200, dominant = '#000000', accent = '#ffffff',
      placeholder = 'data:,' where status = 'uploaded'`.execute(site.db);
const runJobs = async (times = 6) => {
  for (let time = 0; time < times; time++) {
    await site.app.runJob("product-pictures");
    await draw();
  }
};
const read = async (id: number) => (await site.admin.get(`/api/admin/product-imports/${id}`)).body;
const shown = async () =>
  (
    await sql<{ alt: string; position: number }>`
      select l.alt, x.position from product_pictures x join pictures l on l.id = x.picture_id
      order by product_id, position`.execute(site.db)
  ).rows;

test("pictures are fetched from confirmed hosts, in their order, each once", async () => {
  const { body } = await upload(site.admin, tee());
  expect(body.preview!.hosts).toEqual([{ host, pictures: 2 }]);
  await runJobs(2);
  expect(requests).toEqual([]);
  const id = await runImport(tee());
  expect((await read(id)).pictures).toEqual({ waiting: 2, done: 0, failed: 0, failures: [] });
  await runJobs();
  expect((await read(id)).pictures).toEqual({ waiting: 0, done: 2, failed: 0, failures: [] });
  expect(await shown()).toEqual([
    { alt: "Tee from the front", position: 0 },
    { alt: "Tee", position: 1 },
  ]);
  const { rows } = await sql`select picture from variants order by sku`.execute(site.db);
  expect(rows).toEqual([{ picture: 1 }, { picture: null }]);
  expect(requests).toEqual(["/front.jpg", "/back.jpg"]);
  // The same file again has nothing to fetch, whatever staff did with the pictures since.
  const again = await upload(site.admin, tee());
  expect(again.body.preview).toMatchObject({ unchanged: 1, hosts: [] });
  await expectInvariants(site.db);
});

test("nothing is fetched from a host that nobody confirmed, and it is offered again", async () => {
  const id = await runImport(tee(), []);
  await runJobs(2);
  expect([requests, (await read(id)).pictures.waiting]).toEqual([[], 0]);
  const again = await upload(site.admin, tee());
  expect(again.body.preview!.hosts).toEqual([{ host, pictures: 2 }]);
});

test("pictures that failed are counted with their reason, and fetched again when staff say so", async () => {
  const id = await runImport(
    csvOf(
      "tee,Tee,,,TEE,30,HOST/front.jpg,1,,",
      "tee,,,,,,HOST/gone.jpg,2,,",
      "tee,,,,,,HOST/text.jpg,3,,",
      "tee,,,,,,HOST/back.jpg,4,,",
    ),
  );
  await runJobs();
  const { pictures } = await read(id);
  expect(pictures).toMatchObject({ waiting: 0, done: 2, failed: 2 });
  expect(pictures.failures.map(({ product, url, reason }) => [product, url.slice(-9), reason])).toEqual([
    ["Tee", "/gone.jpg", "There's no file at this address anymore"],
    ["Tee", "/text.jpg", "The file isn't a picture that we can read"],
  ]);
  files["/gone.jpg"] = await photo(200, 200);
  const retried = await site.admin.post(`/api/admin/product-imports/${id}/pictures/retry`);
  expect(retried.body.pictures).toMatchObject({ waiting: 2, failed: 0 });
  await runJobs();
  expect((await read(id)).pictures).toMatchObject({ waiting: 0, done: 3, failed: 1 });
  expect(await shown()).toHaveLength(3);
  expect((await site.admin.get("/api/admin/product-imports")).body.items).toMatchObject([
    { id, pictures: { waiting: 0, done: 3, failed: 1 } },
  ]);
  await expectInvariants(site.db);
});

test("a server that has trouble is asked three times, later and later", async () => {
  files["/front.jpg"] = 503;
  const id = await runImport(csvOf("tee,Tee,,,TEE,30,HOST/front.jpg,1,,"));
  for (let attempt = 0; attempt < 3; attempt++) {
    await runJobs(2);
    expect(requests).toHaveLength(attempt + 1);
    await sql`update product_import_pictures set due_at = clock_now()`.execute(site.db);
  }
  expect((await read(id)).pictures).toMatchObject({ waiting: 0, failed: 1 });
});

test("a node that dies with a picture neither loses nor doubles it", async () => {
  const id = await runImport(tee());
  // It had claimed the first picture, and its lease has ended.
  await sql`update product_import_pictures set attempts = 1 where url like '%front.jpg'`.execute(site.db);
  await Promise.all([runJobs(3), runJobs(3)]);
  await runJobs();
  expect((await read(id)).pictures).toMatchObject({ waiting: 0, done: 2 });
  expect((await shown()).map(({ position }) => position)).toEqual([0, 1]);
  await expectInvariants(site.db);
});

test("a picture that the library has already is used, not stored again", async () => {
  const { body } = await site.upload(files["/front.jpg"] as Buffer);
  await sql`update pictures set alt = 'Ours' where id = ${body.id}`.execute(site.db);
  await runImport(csvOf("tee,Tee,,,TEE,30,HOST/front.jpg,1,Theirs,"));
  await runJobs();
  expect(await shown()).toEqual([{ alt: "Ours", position: 0 }]);
});

test("an editor that was open before a picture came has to look again before it saves", async () => {
  await runImport(csvOf("tee,Tee,,,TEE,30,HOST/front.jpg,1,,"));
  const before = await sql<{ version: number }>`select version from products`.execute(site.db);
  await runJobs();
  const after = await sql<{ version: number }>`select version from products`.execute(site.db);
  expect(after.rows[0]!.version).toBe(before.rows[0]!.version + 1);
});

test("a picture that the library refuses has failed", async () => {
  files["/front.jpg"] = (await photo(200, 200)).subarray(0, 300);
  const id = await runImport(csvOf("tee,Tee,,,TEE,30,HOST/front.jpg,1,,"));
  await site.app.runJob("product-pictures");
  await site.app.runJob("pictures");
  await site.app.runJob("product-pictures");
  expect((await read(id)).pictures.failures).toMatchObject([{ reason: "The picture is damaged" }]);
});

test("addresses that are none are named", async () => {
  const { body } = await upload(
    site.admin,
    csvOf("tee,Tee,,,TEE,30,front.jpg,1,,", "tee,,,,,,javascript:alert(1),2,,"),
  );
  expect(body.preview).toMatchObject({ hosts: [], created: 1 });
  expect(body.preview!.remarks.map(({ rows }: { rows: number[] }) => rows)).toEqual([[2], [3]]);
});

test("without the setting for tests, an address in our own network is refused", async () => {
  const own = await createMediaSite({ database: site.database });
  const id = await runImport(csvOf("tee,Tee,,,TEE,30,HOST/front.jpg,1,,"));
  await own.app.runJob("product-pictures");
  expect((await read(id)).pictures.failures).toMatchObject([{ reason: `${host} isn't on the public internet` }]);
  expect(requests).toEqual([]);
  await own.close();
});
