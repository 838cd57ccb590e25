import { afterAll, beforeAll, expect, test } from "vitest";
import { readSnapshot } from "#testing/snapshot.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const edit = "/api/admin/info-sheets";
const save = (path: `${typeof edit}/${string}`, body: object) => admin.call("PUT", path, body);
const linked = async () => (await site.anon.get("/api/site")).body.info;

test("a text is cleaned, shows at once, is linked in footer order, and is in the activity log", async () => {
  expect(await linked()).toEqual([]);
  const saved = await save(`${edit}/terms`, {
    version: 1,
    html: '<h1>House rules</h1><p onclick="x()">Be <b>kind</b>.</p><script>alert(1)</script>',
  });
  expect(saved.body).toMatchObject({ version: 2, html: "<h3>House rules</h3><p>Be <strong>kind</strong>.</p>" });
  await save(`${edit}/contact`, { version: 1, html: "<p>Ask at the door.</p>" });
  expect(await linked()).toEqual(["contact", "terms"]);
  expect((await site.anon.get("/api/site/info/terms")).body).toEqual({
    name: "terms",
    html: saved.body.html,
    changedAt: saved.body.changedAt,
  });
  const { items } = (await admin.get("/api/admin/audit?kind=setting")).body;
  expect(items[1]).toMatchObject({
    action: "settings.changed",
    staff: { id: admin.id },
    before: { termsText: "" },
    after: { termsText: "House rules\n\nBe kind." },
  });
});

test("an emptied text is no longer linked, and an unknown one doesn't exist", async () => {
  const { body } = await save(`${edit}/privacy`, { version: 1, html: "<p>We sell nothing.</p>" });
  expect(await linked()).toContain("privacy");
  await save(`${edit}/privacy`, { version: body.version, html: "<p></p>" });
  expect(await linked()).not.toContain("privacy");
  expect((await site.anon.get("/api/site/info/imprint")).status).toBe(400);
});

test("whoever saves a version that someone else replaced is refused, and saving the same again changes nothing", async () => {
  const html = "<p>Refunds until the day before.</p>";
  const first = await save(`${edit}/refunds`, { version: 1, html });
  const before = await readSnapshot(site.db);
  const late = await save(`${edit}/refunds`, { version: 1, html: "<p>No refunds.</p>" });
  expect([late.status, late.body.code]).toEqual([409, "edited_meanwhile"]);
  expect((await save(`${edit}/refunds`, { version: 1, html })).body).toEqual(first.body);
  expect(await readSnapshot(site.db)).toEqual(before);
});
