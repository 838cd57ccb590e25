import { request } from "node:http";
import { readdirSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSnapshot } from "#testing/snapshot.ts";
import { markup, notPictures, pngBomb, polyglot } from "./hostile-files.ts";
import { createMediaSite, photo, type MediaSite } from "./media-kit.ts";

let site: MediaSite;
let port: number;
beforeAll(async () => {
  site = await createMediaSite();
  await site.app.server.listen({ port: 0, host: "127.0.0.1" });
  port = (site.app.server.server.address() as AddressInfo).port;
});
afterAll(() => site.close());

const shownFiles = (key: string) =>
  readdirSync(join(site.dataDir, "media/posters"))
    .filter((name) => name.startsWith(key))
    .map((name) => readFileSync(join(site.dataDir, "media/posters", name)));

test("a file that isn't an image is refused, whatever its name, and leaves nothing behind", async () => {
  for (const [name, file, verdict] of await notPictures()) {
    const before = typeof verdict === "number" ? await readSnapshot(site.db) : undefined;
    const answer = await site.upload(file, "flyer.png");
    if (typeof verdict === "number") {
      expect([name, answer.status]).toEqual([name, verdict]);
      expect([name, await readSnapshot(site.db)]).toEqual([name, before]);
    } else {
      expect([name, answer.status]).toEqual([name, 201]);
      await site.app.runJob("pictures");
      const { body } = await site.admin.get(`/api/admin/pictures/${answer.body.id}`);
      expect([name, body.status, body.refusal, body.poster]).toEqual([name, "refused", verdict, null]);
    }
    expect([name, site.listFiles()]).toEqual([name, { shown: [], quarantine: [], work: [] }]);
  }
}, 120_000);

test("a refused file can be sent again, and is checked again", async () => {
  const file = (await photo()).subarray(0, 600);
  const first = await site.upload(file);
  await site.app.runJob("pictures");
  const again = await site.upload(file);
  expect([again.status, again.body.status]).toEqual([201, "uploaded"]);
  expect(again.body.id).not.toBe(first.body.id);
  await site.app.runJob("pictures");
});

test("only the image survives of a file that is also a page and an archive", async () => {
  const file = await polyglot();
  expect(file.includes(markup)).toBe(true);
  const { poster } = await site.addPicture(file, { alt: "A square" });
  const files = shownFiles(poster!.key);
  expect(files).toHaveLength(7);
  for (const shown of files) {
    expect(shown.includes("<script")).toBe(false);
    expect(shown.includes("PK\x03\x04")).toBe(false);
    expect(shown.includes("evil")).toBe(false);
  }
});

test("a photo's location, camera and text metadata are removed, and it is rotated upright", async () => {
  const file = await sharp({ create: { width: 400, height: 200, channels: 3, background: "#0a0" } })
    .withExif({
      IFD0: { Make: "SpyCam", Copyright: "Nobody" },
      IFD3: { GPSLatitude: "40/1 42/1 46/1", GPSLatitudeRef: "N" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(file).metadata()).exif?.includes("SpyCam")).toBe(true);
  const { poster } = await site.addPicture(file);
  expect(poster).toMatchObject({ width: 200, height: 400 });
  for (const shown of shownFiles(poster!.key)) {
    const { exif, xmp, iptc, icc, orientation } = await sharp(shown).metadata();
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
    expect(shown.includes("SpyCam")).toBe(false);
  }
});

test("wide-gamut, print and 16-bit colors become 8-bit sRGB", async () => {
  const red = sharp({ create: { width: 200, height: 250, channels: 3, background: "#ff0000" } });
  const files = {
    "display p3": await red.clone().withIccProfile("p3").png().toBuffer(),
    cmyk: await red.clone().toColorspace("cmyk").jpeg().toBuffer(),
    "sixteen bits": await red.clone().toColorspace("rgb16").png().toBuffer(),
    gray: await red.clone().grayscale().toColorspace("b-w").png().toBuffer(),
    "see-through": await sharp({ create: { width: 200, height: 250, channels: 4, background: "#ff000080" } })
      .png()
      .toBuffer(),
  };
  for (const [name, file] of Object.entries(files)) {
    const { poster } = await site.addPicture(file);
    expect([name, poster?.width]).toEqual([name, 200]);
    for (const shown of shownFiles(poster!.key)) {
      const { space, depth, hasAlpha, icc } = await sharp(shown).metadata();
      expect([name, space, depth, hasAlpha, icc]).toEqual([
        name,
        name === "gray" ? space : "srgb",
        "uchar",
        false,
        undefined,
      ]);
    }
    const { channels } = await sharp(shownFiles(poster!.key)[0]).toColorspace("srgb").stats();
    const [r, g] = channels.map(({ mean }) => mean);
    if (name === "see-through") expect(g).toBeGreaterThan(100);
    else if (name !== "gray") expect([name, r! > 200, g! < 70]).toEqual([name, true, true]);
  }
});

test("an animated image becomes its first frame", async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 160, height: 160, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = [await frame("#0000ff"), await frame("#ff0000")];
  for (const format of ["gif", "webp"] as const) {
    const joined = sharp(frames, { join: { animated: true } });
    const moving = await joined.toFormat(format, { delay: [100, 100] }).toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const { poster } = await site.addPicture(moving);
    expect(poster).toMatchObject({ width: 160, height: 160 });
    const { dominant } = await sharp(shownFiles(poster!.key)[0]).stats();
    expect([format, dominant.b > 200, dominant.r < 60]).toEqual([format, true, true]);
  }
});

test("a file name that is a path is treated as a name only", async () => {
  for (const name of [
    "../../../../etc/passwd",
    "..\\..\\boot.ini",
    "/etc/cron.d/evil",
    "posters/../../x.jpg",
    "-rf",
    "CON",
  ]) {
    const { body } = await site.upload(await photo(), name);
    expect(body.fileName).toBe(name);
    await site.app.runJob("pictures");
    const { body: picture } = await site.admin.get(`/api/admin/pictures/${body.id}`);
    expect(picture.poster!.key).toMatch(/^[0-9a-f]{32}$/);
  }
  expect(readdirSync(site.dataDir).toSorted()).toEqual(["media", "media-quarantine", "media-work"]);
  expect(readdirSync(join(site.dataDir, "media"))).toEqual(["posters"]);
  for (const name of ["a\u0000.jpg", "a\nb.jpg", "\u202e", "", "x".repeat(201)]) {
    expect((await site.upload(await photo(), name)).status).toBe(400);
  }
  // A mark that would turn the name around is gone before anyone reads it.
  const { body: turned } = await site.upload(await photo(), "\u202egpj.exe");
  expect(turned.fileName).toBe("gpj.exe");
  await site.app.runJob("pictures");
});

/** Sends this many megabytes, as fast as the server accepts them. */
function pour(megabytes: number, head: Buffer, { length }: { length: boolean }) {
  return new Promise<{ status: number | undefined; sent: number; maxRss: number }>((resolve) => {
    const piece = Buffer.alloc(1024 * 1024, 7);
    const before = process.memoryUsage().rss;
    let sent = 0;
    let maxRss = 0;
    let status: number | undefined;
    const headers = {
      authorization: `Bearer ${site.admin.token}`,
      "content-type": "image/jpeg",
      ...(length ? { "content-length": String(head.length + megabytes * piece.length) } : {}),
    };
    const call = request({ port, method: "POST", path: "/api/admin/pictures?fileName=huge.jpg", headers }, (answer) => {
      status = answer.statusCode;
      answer.resume();
    });
    const timer = setInterval(() => (maxRss = Math.max(maxRss, process.memoryUsage().rss)), 20);
    const end = () => {
      clearInterval(timer);
      resolve({ status, sent, maxRss: maxRss - before });
    };
    call.on("close", end);
    call.on("error", () => undefined);
    call.write(head);
    const push = () => {
      while (sent < megabytes && !call.destroyed) {
        sent++;
        if (!call.write(piece)) return void call.once("drain", push);
      }
      call.end();
    };
    push();
  });
}

test("a body of a hundred megabytes is cut off early, and is never held in memory", async () => {
  const head = (await photo()).subarray(0, 400);
  const before = await readSnapshot(site.db);
  const declared = await pour(100, head, { length: true });
  expect(declared.status ?? 413).toBe(413);
  expect(declared.sent).toBeLessThan(20);
  const undeclared = await pour(100, head, { length: false });
  expect(undeclared.status ?? 413).toBe(413);
  expect(undeclared.sent).toBeLessThan(60);
  expect(undeclared.maxRss).toBeLessThan(120 * 1024 * 1024);
  expect(await readSnapshot(site.db)).toEqual(before);
  expect(site.listFiles()).toMatchObject({ quarantine: [], work: [] });
});

test("an interrupted upload leaves nothing behind", async () => {
  const before = await readSnapshot(site.db);
  const headers = {
    authorization: `Bearer ${site.admin.token}`,
    "content-type": "image/jpeg",
    "content-length": "900000",
  };
  const call = request({ port, method: "POST", path: "/api/admin/pictures?fileName=cut.jpg", headers });
  call.on("error", () => undefined);
  call.write(Buffer.concat([Buffer.from("\xff\xd8\xff\xe0", "latin1"), Buffer.alloc(200_000)]));
  // In the middle: part of the file is there.
  await expect.poll(() => site.listFiles().work).toHaveLength(1);
  call.destroy();
  await expect.poll(() => site.listFiles().work).toEqual([]);
  expect(await readSnapshot(site.db)).toEqual(before);
  expect(site.listFiles().quarantine).toEqual([]);
});

test("processing an image of nearly fifty million pixels uses almost no memory in the site's process", async () => {
  const { body } = await site.upload(pngBomb(7000, 7000), "huge.png");
  const before = process.memoryUsage().rss;
  let max = before;
  const timer = setInterval(() => (max = Math.max(max, process.memoryUsage().rss)), 10);
  await site.app.runJob("pictures");
  clearInterval(timer);
  expect((await site.admin.get(`/api/admin/pictures/${body.id}`)).body).toMatchObject({ status: "ready" });
  expect(max - before).toBeLessThan(60 * 1024 * 1024);
});
