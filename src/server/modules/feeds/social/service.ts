import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { socialVersion } from "#contract/social-version.ts";
import type { PublishedEvent } from "#server/modules/events/index.ts";
import { coalesce } from "#server/platform/coalesce.ts";
import type { Deps } from "#server/platform/deps.ts";
import { drawSocial } from "./draw.ts";

/** Images that one node caches; others are drawn again on request. */
const cacheBytes = 24_000_000;

/**
 * Draws the link previews of events for chat apps, each once until its content changes, and never more than one at a
 * time: buyers come first.
 */
export function createSocialPictures({ files }: Pick<Deps, "files">) {
  const cached = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: (jpeg) => jpeg.length });

  async function draw(event: PublishedEvent): Promise<Buffer> {
    const path = join(files.workFolder, `social-${randomUUID()}`);
    try {
      const isThere = await files.shown.copyTo(`posters/${event.poster.key}-1200.jpg`, path);
      return await drawSocial(event, isThere ? await readFile(path) : undefined);
    } finally {
      await rm(path, { force: true });
    }
  }

  const inTurn = coalesce<[name: string, event: PublishedEvent], Buffer>({
    maxBatch: 1,
    async run([wanted]) {
      const [name, event] = wanted!;
      // Another request may have waited for the same one.
      const jpeg = cached.get(name) ?? (await draw(event));
      cached.set(name, jpeg);
      return [{ ok: true, value: jpeg }];
    },
  });

  /** An event's image and the version of its content. */
  return async (event: PublishedEvent): Promise<{ version: string; jpeg: Buffer }> => {
    const version = socialVersion({ ...event, startsAt: event.startsAt.toISOString() });
    const name = `${event.id} ${version}`;
    return { version, jpeg: cached.get(name) ?? (await inTurn([name, event])) };
  };
}
