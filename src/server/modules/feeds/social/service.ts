import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { socialVersion } from "#contract/social-version.ts";
import type { PublishedEvent } from "#server/modules/events/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { drawSocial } from "./draw.ts";

/** Images that one node caches; others are drawn again on request. */
const cacheBytes = 24_000_000;

/** An image and the version of its content. */
export interface SocialPicture {
  version: string;
  jpeg: Buffer;
}

/**
 * Draws the link previews of events for chat apps, each once until its content changes. Concurrent requests for one
 * share one drawing, and never more than one is drawn at a time: buyers come first.
 */
export function createSocialPictures({ files }: Pick<Deps, "files">) {
  const cached = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: (jpeg) => jpeg.length });
  const underWay = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  async function draw(event: PublishedEvent): Promise<Buffer> {
    const path = join(files.workFolder, `social-${randomUUID()}`);
    try {
      const isThere = await files.shown.copyTo(`posters/${event.poster.key}-1200.jpg`, path);
      return await drawSocial(event, isThere ? await readFile(path) : undefined);
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    async get(event: PublishedEvent): Promise<SocialPicture> {
      const input = { ...event, startsAt: event.startsAt.toISOString() };
      const version = socialVersion(input);
      const name = `${event.id} ${version}`;
      const atHand = cached.get(name);
      if (atHand !== undefined) return { version, jpeg: atHand };
      let drawing = underWay.get(name);
      if (drawing === undefined) {
        drawing = last.then(() => draw(event)).finally(() => underWay.delete(name));
        last = drawing.catch(() => undefined);
        underWay.set(name, drawing);
      }
      const jpeg = await drawing;
      cached.set(name, jpeg);
      return { version, jpeg };
    },
  };
}
