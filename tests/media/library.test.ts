import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setPictures } from "#server/modules/media/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { createMediaSite, photo, type MediaSite } from "./media-kit.ts";

let site: MediaSite;
beforeAll(async () => {
  site = await createMediaSite();
});
afterAll(() => site.close());

const middle = { x: 0.5, y: 0.5 };

test("an upload waits in quarantine, is processed in every size and then shown", async () => {
  const answer = await site.upload(await photo(), "J'ouvert flyer.png");
  expect([answer.status, answer.body]).toMatchObject([
    201,
    { status: "uploaded", refusal: null, fileName: "J'ouvert flyer.png", poster: null, alt: "", uses: 0 },
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

  await site.app.runJob("pictures");
  const { body: picture } = await site.admin.get(`/api/admin/pictures/${answer.body.id}`);
  expect(picture).toMatchObject({ status: "ready", poster: { key, width: 640, height: 800 }, usedBy: [] });
  expect(picture.poster!.placeholder).toMatch(/^data:image\/webp;base64,/);
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

test("the same file twice is one image", async () => {
  const file = await photo();
  const first = await site.upload(file);
  const again = await site.upload(file, "another name.jpg");
  expect([again.status, again.body.id]).toEqual([200, first.body.id]);
  const both = await Promise.all(Array.from({ length: 6 }, async () => site.upload(file)));
  expect(new Set(both.map(({ body }) => body.id))).toEqual(new Set([first.body.id]));
  expect(site.listFiles().quarantine).toHaveLength(1);
  await site.app.runJob("pictures");
  expect(site.listFiles().quarantine).toHaveLength(0);
});

test("an image can be used only with alt text, and can't be deleted while in use", async () => {
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
    { code: "in_use", message: "This image is in use: Tropic Noir" },
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
  await site.app.runJob("picture-leftovers");
  expect(site.listFiles().shown.filter((name) => name.startsWith(key))).toEqual([]);
  expect((await site.admin.get(`/api/admin/pictures/${picture.id}`)).status).toBe(404);
});

test("the database itself prevents deletion of an image in use", async () => {
  const picture = await site.addPicture(await photo(), { alt: "A crowd" });
  await inTransaction(site.db, (tx) => setPictures(tx, { kind: "event", id: 8, label: "Event" }, [picture.id]));
  await expect(sql`delete from pictures where id = ${picture.id}`.execute(site.db)).rejects.toMatchObject({
    code: "23503",
  });
});

test("a replacement file shows wherever the image is used, and the old files stay for a day", async () => {
  const picture = await site.addPicture(await photo(), { alt: "A drummer" });
  const changes: unknown[] = [];
  site.app.deps.bus.on("picture.changed", async (_tx, payloads) => void changes.push(...payloads));
  await inTransaction(site.db, (tx) => setPictures(tx, { kind: "event", id: 9, label: "Event" }, [picture.id]));
  const path = `/api/admin/pictures/${picture.id}/file`;
  const answer = await site.upload(await photo(900, 600), "better.jpg", site.admin, path);
  expect([answer.status, answer.body]).toMatchObject([201, { replacesId: picture.id, status: "uploaded" }]);
  expect((await site.admin.get(`/api/admin/pictures/${picture.id}`)).body.replacement).toMatchObject({
    status: "uploaded",
  });
  await site.app.runJob("pictures");

  const { body: now } = await site.admin.get(`/api/admin/pictures/${picture.id}`);
  expect(now).toMatchObject({
    id: picture.id,
    alt: "A drummer",
    fileName: "better.jpg",
    uses: 1,
    poster: { width: 900, height: 600 },
    replacement: null,
  });
  expect(now.poster!.key).not.toBe(picture.poster!.key);
  expect(changes).toEqual([
    { formerKey: picture.poster!.key, poster: now.poster, uses: [{ kind: "event", targetId: "9", label: "Event" }] },
  ]);
  await site.app.runJob("picture-leftovers");
  const former = () => site.listFiles().shown.filter((name) => name.startsWith(picture.poster!.key));
  expect(former()).toHaveLength(7);
  await sql`update discarded_pictures set discard_at = clock_now()`.execute(site.db);
  await site.app.runJob("picture-leftovers");
  expect(former()).toEqual([]);
});

test("an event shows image changes at once: poster, gallery and lineup", async () => {
  const picture = await site.addPicture(await photo(), { alt: "A singer" });
  const other = await site.addPicture(await photo(), { alt: "A crowd" });
  const [shown, still] = [picture.poster!, other.poster!];
  const act = { name: "Lady Marigold", role: "Singer", picture: shown };
  const eventId = await site.create.event({ poster: shown, gallery: [still, shown], lineup: [act] });
  await sql`update events set gallery = ${JSON.stringify([still, shown])}::jsonb where id = ${eventId}`.execute(
    site.db,
  );
  const label = "Singer's night";
  await inTransaction(site.db, (tx) => setPictures(tx, { kind: "event", id: eventId, label }, [picture.id, other.id]));
  const words = { alt: "A singer in gold", focal: { x: 0.5, y: 0.1 } };
  await site.admin.call("PATCH", `/api/admin/pictures/${picture.id}`, words);
  const { body } = await site.anon.get(`/api/events/${eventId}`);
  const changed = { ...shown, ...words };
  expect([body.poster, body.gallery, body.lineup]).toEqual([changed, [still, changed], [{ ...act, picture: changed }]]);
});

test("a broken replacement file leaves the image unchanged", async () => {
  const picture = await site.addPicture(await photo(), { alt: "A steelpan" });
  const broken = (await photo()).subarray(0, 700);
  await site.upload(broken, "broken.jpg", site.admin, `/api/admin/pictures/${picture.id}/file`);
  await site.app.runJob("pictures");
  expect((await site.admin.get(`/api/admin/pictures/${picture.id}`)).body).toMatchObject({
    poster: picture.poster,
    replacement: { status: "refused", refusal: "unreadable" },
  });
});

test("a moved focal point recrops the social card at the same URL", async () => {
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
  await site.app.runJob("pictures");
  expect(await card()).toMatchObject({ r: 248, b: 8 });
  await site.admin.call("PATCH", `/api/admin/pictures/${picture.id}`, {
    alt: "Red over blue",
    focal: { x: 0.5, y: 1 },
  });
  await site.app.runJob("pictures");
  expect(await card()).toMatchObject({ r: 8, b: 248 });
});

test("the library can be searched, filtered and paged without losing or repeating an image", async () => {
  await sql`insert into pictures (key, status, file_name, alt, width, height, dominant, accent)
    select 'page-' || n, 'ready', 'page-' || n || '.jpg', case when n % 2 = 0 then 'Moko jumbie ' || n else '' end, 4, 5,
      '#000000', '#ffffff' from generate_series(1, 70) n`.execute(site.db);
  const seen: number[] = [];
  let cursor = "";
  do {
    const { body } = await site.admin.get(`/api/admin/pictures?q=page-${cursor}`);
    seen.push(...body.items.map(({ id }) => id));
    expect(body.total).toBe(70);
    cursor = body.nextCursor === null ? "" : `&cursor=${body.nextCursor}`;
    // Someone uploads meanwhile: the pages don't shift.
    if (cursor !== "") await site.upload(await photo());
  } while (cursor !== "");
  expect(seen).toHaveLength(70);
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
  const count = async (query: string) => (await site.admin.get(`/api/admin/pictures?${query}`)).body.total;
  expect(await count("q=MOKO%20jumbie%2012")).toBe(1);
  expect(await count("q=page-&show=no_alt")).toBe(35);
  expect(await count("q=page-&show=unused")).toBe(70);
  expect(await count("q=%25")).toBe(0);
  expect(await count("show=waiting")).toBe(2);
});

test("staff changes to images are in the audit log", async () => {
  const { body } = await site.admin.get("/api/admin/audit?kind=picture");
  const actions = new Set(body.items.map((entry: { action: string }) => entry.action));
  expect([...actions].toSorted()).toEqual([
    "picture.changed",
    "picture.deleted",
    "picture.replaced",
    "picture.uploaded",
  ]);
});

test("a focal point outside the image and empty alt text are refused", async () => {
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
