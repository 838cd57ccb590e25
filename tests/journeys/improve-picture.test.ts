import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { photographTicket, type Look } from "#testing/fake-camera.ts";
import { brighten, meanLight, refocus, type Picture } from "#web/features/door/reading/improve.ts";

const code = "SG0123456789ABCDEFGHJKMNPQRSTVWXYZ0123";

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = new Uint8Array(await readFile(file)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
});

async function photograph(look: Look): Promise<Picture> {
  const { data, info } = await sharp(await photographTicket(code, look))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

async function read(picture: Picture): Promise<string | undefined> {
  const [found] = await readBarcodes(picture as ImageData, { formats: ["QRCode"] });
  return found?.text;
}

test("a code in the dark is read only after brightening the image", async () => {
  const picture = await photograph({ size: 260, light: 0.04, noise: 2 });
  expect(await read(picture)).toBeUndefined();
  expect(await read(brighten(picture))).toBe(code);
});

test("an out-of-focus code is read only after sharpening the image", async () => {
  const picture = await photograph({ size: 260, blur: 5, noise: 1 });
  expect(await read(picture)).toBeUndefined();
  expect(await read(refocus(picture, 1))).toBe(code);
  expect(await read(refocus(picture, 2))).toBe(code);
});

test("a covered lens is darker than the darkest readable image", async () => {
  const black = { data: new Uint8ClampedArray(64 * 64 * 4), width: 64, height: 64 };
  expect(meanLight(black)).toBe(0);
  expect(meanLight(await photograph({ size: 260, light: 0.1 }))).toBeGreaterThan(3);
});
