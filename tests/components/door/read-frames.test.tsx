import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareZXingModule } from "zxing-wasm/reader";
import { looks, photographTicket, type Look } from "#testing/fake-camera.ts";
import type { Picture } from "#web/features/door/reading/improve.ts";
import type { FromWorker, ToWorker } from "#web/features/door/reading/read-worker.ts";

// Feeds camera images to the worker that reads the scanner's frames. tests/journeys/scanner.e2e.ts shows that a
// browser's camera reaches this worker.

const code = "SG0123456789ABCDEFGHJKMNPQRSTVWXYZ0123";
/** A guest holds a ticket for a second; each frame without a code gets another second pass. */
const framesShown = 6;

type Worker = { onmessage?: (message: { data: ToWorker }) => void; postMessage?: (answer: FromWorker) => void };
const globals = globalThis as { self?: unknown };
const ownSelf = Object.getOwnPropertyDescriptor(globalThis, "self");
const worker: Worker = {};

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = new Uint8Array(await readFile(file)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  Object.defineProperty(globalThis, "self", { configurable: true, writable: true, value: worker });
  await import("#web/features/door/reading/read-worker.ts");
});
afterAll(() => {
  if (ownSelf) Object.defineProperty(globalThis, "self", ownSelf);
  else delete globals.self;
});

/** Passes a frame to the worker, as the page does. */
function read(frame: Picture): Promise<FromWorker> {
  return new Promise((resolve) => {
    globals.self = worker;
    worker.postMessage = resolve;
    worker.onmessage!({ data: frame });
  });
}

async function photograph(text: string | undefined, look: Look, seed: number): Promise<Picture> {
  const { data, info } = await sharp(await photographTicket(text, look, seed))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

/** The codes read while a guest holds up a ticket. */
async function codesSeen(text: string | undefined, look: Look): Promise<string[]> {
  const seen: string[] = [];
  for (let frame = 1; frame <= framesShown; frame++) {
    const answer = await read(await photograph(text, look, frame));
    if ("error" in answer) throw new Error(answer.error);
    seen.push(...answer.codes);
  }
  return seen;
}

const held: Record<string, Look> = {
  ...looks,
  // Only a second pass over the frame reads these.
  "darker still": { size: 260, light: 0.04, noise: 2 },
  "out of focus": { size: 260, blur: 5, noise: 1 },
};

for (const [name, look] of Object.entries(held)) {
  test(`a ticket that the camera sees ${name} is read, and never as another code`, async () => {
    const seen = await codesSeen(code, look);
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen)).toEqual(new Set([code]));
  });
}

test("a frame without a ticket yields no code and reports how much light there is", async () => {
  expect(await codesSeen(undefined, {})).toEqual([]);
  const lit = (await read(await photograph(undefined, {}, 1))) as { light: number };
  const dark = (await read(await photograph(undefined, { light: 0.05 }, 1))) as { light: number };
  expect(lit.light).toBeGreaterThan(dark.light * 2);
});
