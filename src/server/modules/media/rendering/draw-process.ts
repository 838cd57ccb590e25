// Draws one image in a separate process: whatever a file does to the decoder, the site is not affected.
import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { PictureError } from "#server/platform/pictures/open-picture.ts";
import { drawCard, drawPicture } from "./draw.ts";
import type { DrawAnswer, DrawOrder } from "./run.ts";

// When memory runs out, this process is killed first.
if (process.platform === "linux") {
  try {
    writeFileSync("/proc/self/oom_score_adj", "800");
  } catch {
    // Not allowed here; the pixel limits still apply.
  }
}
// Only decode accepted formats: no vector graphics, documents or raw camera files, whatever they claim to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadHeif",
    "VipsForeignLoadNsgif",
  ],
});
sharp.cache(false);
sharp.concurrency(1);

// The pipe closes when the parent process ends; then nobody waits for the image.
process.stdin.on("end", () => process.exit(2)).resume();

async function work(order: DrawOrder): Promise<DrawAnswer> {
  if (order.what === "card") {
    const sheet = await readFile(order.file);
    const { width, height } = await sharp(sheet).metadata();
    const { writeFile } = await import("node:fs/promises");
    await writeFile(order.target, await drawCard(sharp(sheet), { width, height }, order.focal));
    return { card: true };
  }
  try {
    return { drawn: await drawPicture(order.file, order.target, order.focal) };
  } catch (error) {
    if (error instanceof PictureError) return { refusal: error.refusal };
    throw error;
  }
}

const answer = await work(JSON.parse(process.argv[2]!) as DrawOrder);
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
