import { writeFileSync } from "node:fs";
import sharp from "sharp";
import { PictureError, type PictureRefusal } from "./open-picture.ts";

/** What the task of a separate process came to, if its file was refused. */
export interface Refused {
  refusal: PictureRefusal;
}

/** How often a process checks how much memory it takes. */
const memoryCheckMs = 20;

/**
 * Does the task of this process, which `runIsolated` started, and answers it. Only decodes accepted formats, whatever a
 * file claims to be. Ends early when its parent does, or when it takes too much memory.
 *
 * @param maxMemory in bytes, of the whole process
 */
export async function answerIsolated(
  work: (order: never) => Promise<object>,
  { maxMemory }: { maxMemory: number },
): Promise<void> {
  beKilledFirst();
  allowOnlyImages();
  // The pipe closes when the parent process ends; then nobody waits for the image.
  process.stdin.on("end", () => process.exit(2)).resume();
  // The decoder works on other threads, so this one can watch it.
  setInterval(() => {
    if (process.memoryUsage.rss() <= maxMemory) return;
    process.stderr.write("too much memory", () => process.exit(3));
  }, memoryCheckMs);
  const answer = await work(JSON.parse(process.argv[2]!) as never).catch((error: unknown): Refused => {
    if (error instanceof PictureError) return { refusal: error.refusal };
    throw error;
  });
  process.stdout.write(JSON.stringify(answer), () => process.exit(0));
}

/** When memory runs out, this process is killed before the site is. */
function beKilledFirst(): void {
  if (process.platform !== "linux") return;
  try {
    writeFileSync("/proc/self/oom_score_adj", "800");
  } catch {
    // Not allowed here; the limits still apply.
  }
}

/** No vector graphics, documents or raw camera files. */
function allowOnlyImages(): void {
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
}
