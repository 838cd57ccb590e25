import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { photo } from "#tests/media/media-kit.ts";
import type { Site } from "#testing/site.ts";
import { flow } from "../flow.ts";
import { countRows, difference } from "./scenes.ts";

/** Another shop's site with one picture. It ends with this process. */
let other: Promise<{ server: Server; host: string }> | undefined;
async function openOtherSite(): Promise<{ server: Server; host: string }> {
  const picture = await photo(160, 160);
  const server = createServer((_, response) => response.end(picture)).unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const settings = { FETCH_PRIVATE_ADDRESSES: "on" };

async function uploadFile(site: Site) {
  const { host } = await (other ??= openOtherSite());
  const admin = await site.as("admin");
  const file = `Handle,Title,Variant SKU,Variant Price,Image Src,Type\ntee,Tee,TEE,30,http://${host}/tee.jpg,Tees`;
  const path = "/api/admin/product-imports?fileName=products.csv";
  const { body } = await admin.call("POST", path, Buffer.from(file), { "content-type": "application/octet-stream" });
  return { token: admin.token!, importId: body.id, host };
}

/** An import whose picture waits to be fetched. */
async function importFile(site: Site) {
  const { importId, host, token } = await uploadFile(site);
  await site.app.server.inject({
    method: "POST",
    url: `/api/admin/product-imports/${importId}/apply`,
    headers: { authorization: `Bearer ${token}` },
    payload: { collections: ["Tees"], hosts: [host] },
  });
}

/** The import is there once, and so is its picture; how far that is depends on how long the site rested. */
async function compareImport(site: Site, expected: object = {}) {
  const found = {
    products: await countRows(site, "products where slug = 'tee'"),
    collections: await countRows(site, "collections where slug = 'tees'"),
    recorded: await countRows(site, "audit_log where action = 'product_import.uploaded'"),
    pictures: await countRows(site, "product_import_pictures where status <> 'failed'"),
    ...(await readPictures(site, expected)),
  };
  return difference("import", found, { products: 1, collections: 1, recorded: 1, pictures: 1, ...expected });
}

async function readPictures(site: Site, expected: object) {
  const found: Record<string, number> = {
    library: await countRows(site, "pictures"),
    fetched: await countRows(site, "product_import_pictures where status = 'fetched'"),
    done: await countRows(site, "product_import_pictures where status = 'done'"),
    shown: await countRows(site, "product_pictures"),
    uses: await countRows(site, "picture_uses"),
  };
  return Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]]));
}

/** Imports of products, and of their pictures. */
export const importFlows = [
  flow({
    name: "import a product file",
    covers: ["POST /api/admin/product-imports/{id}/apply"],
    settings,
    prepare: uploadFile,
    async run({ send }, { token, importId, host }) {
      const path = `/api/admin/product-imports/${importId}/apply`;
      await send({ path, token, body: { collections: ["Tees"], hosts: [host] } });
    },
    check: (site) => compareImport(site),
  }),
  flow({
    name: "fetch an imported picture",
    covers: ["job product-pictures"],
    needsNoTransaction: "The library has the same file once, so a repeat records the same image",
    settings,
    async prepare(site) {
      await importFile(site);
      return {};
    },
    async run({ runJob, wait }) {
      await runJob("product-pictures");
      // A dead node's claim ends.
      await wait(150);
      await runJob("product-pictures");
    },
    check: (site) => compareImport(site, { library: 1, fetched: 1 }),
  }),
  flow({
    name: "show an imported picture",
    covers: ["job product-pictures"],
    settings,
    async prepare(site) {
      await importFile(site);
      await site.app.runJob("product-pictures");
      await sql`
        update pictures set status = 'ready', width = 160, height = 160, dominant = '#000000', accent = '#ffffff',
          placeholder = 'data:,'`.execute(site.db);
      return {};
    },
    run: ({ runJob }) => runJob("product-pictures"),
    check: (site) => compareImport(site, { library: 1, done: 1, shown: 1, uses: 1 }),
  }),
];
