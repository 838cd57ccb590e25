import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { coalesce } from "#server/platform/coalesce.ts";
import type { Deps } from "#server/platform/deps.ts";
import { drawSocial, type SocialSheet } from "./draw.ts";

/** A link preview to draw. The name identifies its content. */
interface WantedPicture {
  name: string;
  /** The key of its poster. */
  key: string;
  sheet: SocialSheet;
}

/** Images that one node caches; others are drawn again on request. */
const cacheBytes = 24_000_000;

/**
 * Draws the link previews of events and products for chat apps, each once until its content changes, and never more than one at a
 * time: buyers come first.
 */
export function createSocialPictures({ files }: Pick<Deps, "files">) {
  const cached = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: (jpeg) => jpeg.length });

  async function draw({ key, sheet }: WantedPicture): Promise<Buffer> {
    const path = join(files.workFolder, `social-${randomUUID()}`);
    try {
      const isThere = await files.shown.copyTo(`posters/${key}-1200.jpg`, path);
      return await drawSocial(sheet, isThere ? await readFile(path) : undefined);
    } finally {
      await rm(path, { force: true });
    }
  }

  const inTurn = coalesce<WantedPicture, Buffer>({
    maxBatch: 1,
    async run([picture]) {
      // Another request may have waited for the same one.
      const jpeg = cached.get(picture!.name) ?? (await draw(picture!));
      cached.set(picture!.name, jpeg);
      return [{ ok: true, value: jpeg }];
    },
  });

  return async (picture: WantedPicture): Promise<Buffer> => cached.get(picture.name) ?? (await inTurn(picture));
}
