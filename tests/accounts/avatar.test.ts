import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createSite, type Client, type Site } from "#testing/site.ts";

const dataDir = mkdtempSync(join(tmpdir(), "avatar-"));
let site: Site;
beforeAll(async () => {
  site = await createSite({ settings: { DATA_DIR: dataDir } });
});
afterAll(async () => {
  await site.close();
  rmSync(dataDir, { recursive: true });
});

/** The processes that this one started during a test, and what to do with the next of them. */
let started: ChildProcess[] = [];
let onStart: (child: ChildProcess) => void = () => undefined;
const recordChild = (message: unknown) => {
  const { process: child } = message as { process: ChildProcess };
  started.push(child);
  child.once("spawn", () => onStart(child));
};
beforeEach(() => {
  started = [];
  onStart = () => undefined;
  subscribe("child_process", recordChild);
});
afterEach(() => unsubscribe("child_process", recordChild));

/** The next process stops, until the returned function lets it go on. */
function holdNext(): () => void {
  let held: ChildProcess | undefined;
  onStart = (child) => {
    onStart = () => undefined;
    held = child;
    child.kill("SIGSTOP");
  };
  return () => void held?.kill("SIGCONT");
}

const upload = (person: Client, file: Buffer) =>
  site.app.server.inject({
    method: "POST",
    url: "/api/me/avatar",
    headers: { authorization: `Bearer ${person.token}`, "content-type": "image/avif" },
    payload: file,
  });

const flat = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: "#a52" } });
const avif = (side: number) => flat(side).avif({ effort: 0, quality: 1, chromaSubsampling: "4:2:0" }).toBuffer();
const photo = () => flat(300).jpeg().toBuffer();
const leftovers = () => readdirSync(join(dataDir, "media-work"));

test("an image is decoded in another process, never in the site's own", async () => {
  const file = await avif(800);
  let decoded = 0;
  const count = () => void decoded++;
  sharp.queue.on("change", count);
  const { statusCode } = await upload(await site.as("user"), file);
  sharp.queue.off("change", count);
  expect([statusCode, decoded, started.length]).toEqual([200, 0, 1]);
  expect(leftovers()).toEqual([]);
});

test("a small file with millions of pixels is refused by its header", async () => {
  const bomb = await avif(2240);
  expect(bomb.length).toBeLessThan(1000);
  // Without its data it could not be decoded, so nobody tried.
  const header = Buffer.from(bomb);
  header.fill(0, header.indexOf("mdat") + 4);
  for (const file of [bomb, header]) {
    const { statusCode, body } = await upload(await site.as("user"), file);
    expect([statusCode, JSON.parse(body).message]).toEqual([
      413,
      "This image is too large. The limit is 25 million pixels, or 5 million for AVIF.",
    ]);
  }
  const unreadable = await avif(800);
  unreadable.fill(0, unreadable.indexOf("mdat") + 4);
  expect((await upload(await site.as("user"), unreadable)).statusCode).toBe(400);
});

test("an animation of more than a hundred pictures is refused by its header, a shorter one shows its first", async () => {
  const animation = (count: number) => {
    const raw = Buffer.alloc(64 * 64 * count * 3);
    raw.forEach((_, index) => void (raw[index] = (Math.floor(index / (64 * 64 * 3)) % 2) * 200));
    const input = { width: 64, height: 64 * count, channels: 3, pageHeight: 64 } as const;
    return sharp(raw, { raw: input }).webp().toBuffer();
  };
  const { statusCode } = await upload(await site.as("user"), await animation(100));
  const refused = await upload(await site.as("user"), await animation(101));
  expect([statusCode, refused.statusCode]).toEqual([200, 400]);
});

test("if the process dies, the person gets a plain error, and their next picture works", async () => {
  const person = await site.as("user");
  onStart = (child) => child.kill("SIGKILL");
  const { statusCode, headers, body } = await upload(person, await photo());
  expect([statusCode, headers["retry-after"], JSON.parse(body).message]).toEqual([
    503,
    "5",
    "We couldn't process this picture. Try again, or choose another one.",
  ]);
  expect(leftovers()).toEqual([]);
  onStart = () => undefined;
  expect((await upload(person, await photo())).statusCode).toBe(200);
});

test("a person has one picture in progress at a time", async () => {
  const person = await site.as("user");
  const file = await photo();
  const goOn = holdNext();
  const first = upload(person, file);
  await expect.poll(() => started.length).toBe(1);
  const second = await upload(person, file);
  expect([second.statusCode, second.headers["retry-after"], second.json().message]).toEqual([
    429,
    "5",
    "We're still working on your last picture. Try again in a moment.",
  ]);
  goOn();
  expect((await first).statusCode).toBe(200);
  expect((await upload(person, file)).statusCode).toBe(200);
});

test("one picture is processed at a time, thirty wait, and more are refused", async () => {
  const file = await photo();
  const goOn = holdNext();
  const people = await Promise.all(Array.from({ length: 34 }, () => site.as("user")));
  const refused: unknown[] = [];
  const uploads = people.map(async (person) => {
    const { statusCode, headers } = await upload(person, file);
    if (statusCode !== 200) refused.push([statusCode, headers["retry-after"]]);
    return statusCode;
  });
  await expect.poll(() => refused.length).toBe(3);
  expect(refused).toEqual(Array.from({ length: 3 }, () => [503, "5"]));
  await expect.poll(() => started.length).toBe(1);
  // Those that waited have their turn; what becomes of them doesn't matter here.
  onStart = (child) => child.kill("SIGKILL");
  goOn();
  expect((await Promise.all(uploads)).filter((status) => status === 200)).toHaveLength(1);
  expect(started).toHaveLength(31);
});
