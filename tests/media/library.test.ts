import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PictureList } from "#contract/media.ts";
import { setPictures } from "#server/modules/media/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { createMediaSite, photo, type MediaSite } from "./media-kit.ts";

let site: MediaSite;
beforeAll(async () => {
  site = await createMediaSite();
});
afterAll(() => site.close());

const middle = { x: 0.5, y: 0.5 };

test("an upload waits in the quarantine, is drawn in every size and then shown", async () => {
  const answer = await site.upload(await photo(), "J'ouvert flyer.png");
  expect([answer.status, answer.body]).toMatchObject([
    201,
    { state: "uploaded", fault: null, fileName: "J'ouvert flyer.png", poster: null, alt: "", uses: 0 },
  ]);
  expect(site.listFiles()).toMatchObject({
    shown: [],
    quarantine: [expect.stringMatching(/^[0-9a-f]{32}$/)],
    work: [],
  });
  const [key] = site.listFiles().quarantine;
  for (const path of [`/media/${key}`, `/media/posters/${key}`, `/media/../media-quarantine/${key}`]) {
    expect((await site.anon.get(path)).status).toBe(404);
  }

  await site.app.sweep("pictures");
  const { body: picture } = await site.admin.get(`/api/admin/pictures/${answer.body.id}`);
  expect(picture).toMatchObject({ state: "ready", poster: { key, width: 640, height: 800 }, usedBy: [] });
  expect(picture.poster.placeholder).toMatch(/^data:image\/webp;base64,/);
  expect(site.listFiles()).toEqual({
    shown: ["1200.jpg", "480.avif", "480.webp", "768.avif", "960.avif", "960.webp", "social.jpg"].map(
      (ending) => `${key}-${ending}`,
    ),
    quarantine: [],
    work: [],
  });
  for (const [ending, width, format] of [
    ["480.avif", 480, "heif"],
    ["960.webp", 640, "webp"],
    ["1200.jpg", 640, "jpeg"],
    ["social.jpg", 1200, "jpeg"],
  ] as const) {
    const shown = await site.app.server.inject({ url: `/media/posters/${key}-${ending}` });
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width, format });
  }
});

test("the same file twice is one picture", async () => {
  const file = await photo();
  const first = await site.upload(file);
  const again = await site.upload(file, "another name.jpg");
  expect([again.status, again.body.id]).toEqual([200, first.body.id]);
  const both = await Promise.all(Array.from({ length: 6 }, async () => site.upload(file)));
  expect(new Set(both.map(({ body }) => body.id))).toEqual(new Set([first.body.id]));
  expect(site.listFiles().quarantine).toHaveLength(1);
  await site.app.sweep("pictures");
  expect(site.listFiles().quarantine).toHaveLength(0);
});

test("a picture without alt text cannot be used, one with it can, and is then kept from deletion", async () => {
  const picture = await site.addPicture(await photo(), { fileName: "dj.jpg" });
  const user = { kind: "event", id: 7, label: "Tropic Noir" };
  const use = () => inTransaction(site.db, (tx) => setPictures(tx, user, [picture.id]));
  await expect(use()).rejects.toMatchObject({ code: "invalid_input" });
  await site.admin.call("PATCH", `/api/admin/pictures/${picture.id}`, {
    alt: "A DJ at night",
    focal: { x: 0.2, y: 0.7 },
  });
  expect(await use()).toMatchObject([
    { key: picture.poster!.key, alt: "A DJ at night", focal: { x: 0.2, y: 0.7 }, width: 640 },
  ]);
  const refused = await site.admin.call("DELETE", `/api/admin/pictures/${picture.id}`);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: "in_use", message: "This picture is in use: Tropic Noir" },
  ]);
  const bulk = await site.admin.post("/api/admin/pictures/delete", { ids: [picture.id, 999_999] });
  expect(bulk.body).toEqual({ deleted: [], inUse: [picture.id] });
  expect((await site.admin.get(`/api/admin/pictures/${picture.id}`)).body).toMatchObject({
    uses: 1,
    usedBy: [{ kind: "event", targetId: "7", label: "Tropic Noir" }],
  });

  await inTransaction(site.db, (tx) => setPictures(tx, user, []));
  const key = picture.poster!.key;
  expect(site.listFiles().shown.filter((name) => name.startsWith(key))).toHaveLength(7);
  expect((await site.admin.call("DELETE", `/api/admin/pictures/${picture.id}`)).status).toBe(200);
  await site.app.sweep("picture-leftovers");
  expect(site.listFiles().shown.filter((name) => name.startsWith(key))).toEqual([]);
  expect((await site.admin.get(`/api/admin/pictures/${picture.id}`)).status).toBe(404);
});

test("the database itself keeps a used picture from deletion", async () => {
  const picture = await site.addPicture(await photo(), { alt: "A crowd" });
  await inTransaction(site.db, (tx) => setPictures(tx, { kind: "event", id: 8, label: "Night" }, [picture.id]));
  await expect(sql`delete from pictures where id = ${picture.id}`.execute(site.db)).rejects.toMatchObject({
    code: "23503",
  });
});

test("a file put in a picture's place shows wherever the picture is used, and the former files stay for a day", async () => {
  const picture = await site.addPicture(await photo(), { alt: "A drummer" });
  const heard: unknown[] = [];
  site.app.deps.facts.on("picture.changed", async (_tx, facts) => void heard.push(...facts));
  await inTransaction(site.db, (tx) => setPictures(tx, { kind: "event", id: 9, label: "Night" }, [picture.id]));
  const path = `/api/admin/pictures/${picture.id}/file`;
  const answer = await site.upload(await photo(900, 600), "better.jpg", site.admin, path);
  expect([answer.status, answer.body]).toMatchObject([201, { replacesId: picture.id, state: "uploaded" }]);
  expect((await site.admin.get(`/api/admin/pictures/${picture.id}`)).body.replacement).toMatchObject({
    state: "uploaded",
  });
  await site.app.sweep("pictures");

  const { body: now } = await site.admin.get(`/api/admin/pictures/${picture.id}`);
  expect(now).toMatchObject({
    id: picture.id,
    alt: "A drummer",
    fileName: "better.jpg",
    uses: 1,
    poster: { width: 900, height: 600 },
    replacement: null,
  });
  expect(now.poster.key).not.toBe(picture.poster!.key);
  expect(heard).toEqual([
    { formerKey: picture.poster!.key, poster: now.poster, uses: [{ kind: "event", targetId: "9", label: "Night" }] },
  ]);
  await site.app.sweep("picture-leftovers");
  const former = () => site.listFiles().shown.filter((name) => name.startsWith(picture.poster!.key));
  expect(former()).toHaveLength(7);
  await sql`update discarded_pictures set discard_at = clock_now()`.execute(site.db);
  await site.app.sweep("picture-leftovers");
  expect(former()).toEqual([]);
});

test("a night shows at once what became of its pictures: poster, gallery and line-up", async () => {
  const picture = await site.addPicture(await photo(), { alt: "A singer" });
  const other = await site.addPicture(await photo(), { alt: "A crowd" });
  const [shown, still] = [picture.poster!, other.poster!];
  const act = { name: "Lady Marigold", role: "Singer", picture: shown };
  const night = await site.make.event({ poster: shown, gallery: [still, shown], lineup: [act] });
  await sql`update events set gallery = ${JSON.stringify([still, shown])}::jsonb where id = ${night}`.execute(site.db);
  const label = "Night of the singer";
  await inTransaction(site.db, (tx) => setPictures(tx, { kind: "event", id: night, label }, [picture.id, other.id]));
  const words = { alt: "A singer in gold", focal: { x: 0.5, y: 0.1 } };
  await site.admin.call("PATCH", `/api/admin/pictures/${picture.id}`, words);
  const { body } = await site.anon.get(`/api/events/${night}`);
  const changed = { ...shown, ...words };
  expect([body.poster, body.gallery, body.lineup]).toEqual([changed, [still, changed], [{ ...act, picture: changed }]]);
});

test("a broken file in a picture's place leaves the picture as it was", async () => {
  const picture = await site.addPicture(await photo(), { alt: "A steelpan" });
  const broken = (await photo()).subarray(0, 700);
  await site.upload(broken, "broken.jpg", site.admin, `/api/admin/pictures/${picture.id}/file`);
  await site.app.sweep("pictures");
  expect((await site.admin.get(`/api/admin/pictures/${picture.id}`)).body).toMatchObject({
    poster: picture.poster,
    replacement: { state: "refused", fault: "unreadable" },
  });
});

test("a moved focal point cuts the card anew, where shared links look for it", async () => {
  const half = await sharp({ create: { width: 800, height: 800, channels: 3, background: "#0000ff" } })
    .composite([
      { input: { create: { width: 800, height: 300, channels: 3, background: "#ff0000" } }, top: 0, left: 0 },
    ])
    .jpeg()
    .toBuffer();
  const picture = await site.addPicture(half, { alt: "Red over blue" });
  const card = async () => {
    const file = await site.app.server.inject({ url: `/media/posters/${picture.poster!.key}-social.jpg` });
    return (await sharp(file.rawPayload).stats()).dominant;
  };
  await site.admin.call("PATCH", `/api/admin/pictures/${picture.id}`, {
    alt: "Red over blue",
    focal: { x: 0.5, y: 0 },
  });
  await site.app.sweep("pictures");
  expect(await card()).toMatchObject({ r: 248, b: 8 });
  await site.admin.call("PATCH", `/api/admin/pictures/${picture.id}`, {
    alt: "Red over blue",
    focal: { x: 0.5, y: 1 },
  });
  await site.app.sweep("pictures");
  expect(await card()).toMatchObject({ r: 8, b: 248 });
});

test("the library is searched, filtered and paged without a picture lost or twice", async () => {
  await sql`insert into pictures (key, state, file_name, alt, width, height, dominant, accent)
    select 'page-' || n, 'ready', 'page-' || n || '.jpg', case when n % 2 = 0 then 'Moko jumbie ' || n else '' end, 4, 5,
      '#000000', '#ffffff' from generate_series(1, 70) n`.execute(site.db);
  const seen: number[] = [];
  let cursor = "";
  do {
    const { body } = await site.admin.get<PictureList>(`/api/admin/pictures?q=page-${cursor}`);
    seen.push(...body.items.map(({ id }) => id));
    expect(body.total).toBe(70);
    cursor = body.nextCursor === null ? "" : `&cursor=${body.nextCursor}`;
    // Somebody uploads meanwhile: the pages do not shift.
    if (cursor !== "") await site.upload(await photo());
  } while (cursor !== "");
  expect(seen).toHaveLength(70);
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
  const count = async (query: string) => (await site.admin.get<PictureList>(`/api/admin/pictures?${query}`)).body.total;
  expect(await count("q=MOKO%20jumbie%2012")).toBe(1);
  expect(await count("q=page-&show=no_alt")).toBe(35);
  expect(await count("q=page-&show=unused")).toBe(70);
  expect(await count("q=%25")).toBe(0);
  expect(await count("show=waiting")).toBe(2);
});

test("what staff do to pictures is in the audit log", async () => {
  const { body } = await site.admin.get("/api/admin/audit?kind=picture");
  const actions = new Set(body.items.map((entry: { action: string }) => entry.action));
  expect([...actions].toSorted()).toEqual([
    "picture.changed",
    "picture.deleted",
    "picture.replaced",
    "picture.uploaded",
  ]);
});

test("a point outside the picture and empty alt text are refused", async () => {
  const picture = await site.addPicture(await photo(), { alt: "A mask" });
  for (const body of [
    { alt: "A mask", focal: { x: 1.1, y: 0 } },
    { alt: " ", focal: middle },
    { alt: "x".repeat(301), focal: middle },
    { alt: "A mask" },
  ]) {
    expect((await site.admin.call("PATCH", `/api/admin/pictures/${picture.id}`, body)).status).toBe(400);
  }
});
