// Draws one image in a separate process: whatever a file does to the decoder, the site is not affected.
import { readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { answerIsolated } from "#server/platform/pictures/isolated-program.ts";
import { drawCard, drawPicture } from "./draw.ts";
import type { DrawAnswer, DrawOrder } from "./run.ts";

async function work(order: DrawOrder): Promise<DrawAnswer> {
  if (order.what === "card") {
    const sheet = await readFile(order.file);
    const { width, height } = await sharp(sheet).metadata();
    await writeFile(order.target, await drawCard(sharp(sheet), { width, height }, order.focal));
    return { card: true };
  }
  return { drawn: await drawPicture(order.file, order.target, order.focal) };
}

// Fifty million pixels of the most expensive format take half of it.
await answerIsolated(work, { maxMemory: 2 * 1024 ** 3 });
