import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { socialVersion } from "#contract/social-version.ts";
import type { PublishedNight } from "#server/modules/events/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { drawSocial } from "./draw.ts";

/** Pictures of one node that are at hand; the others are drawn again when somebody asks. */
const keptBytes = 24_000_000;

/** A picture and the name of its content. */
export interface SocialPicture {
  version: string;
  jpeg: Buffer;
}

/**
 * Draws the pictures that chat programs show of nights, each once for as long as it shows the same. However many ask for
 * one at once, it is drawn once, and never more than one at a time: buyers come first.
 */
export function createSocialPictures({ files }: Pick<Deps, "files">) {
  const kept = new LRUCache<string, Buffer>({ maxSize: keptBytes, sizeCalculation: (jpeg) => jpeg.length });
  const underWay = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  async function draw(night: PublishedNight): Promise<Buffer> {
    const path = join(files.workFolder, `social-${randomUUID()}`);
    try {
      const isThere = await files.shown.copyTo(`posters/${night.poster.key}-1200.jpg`, path);
      return await drawSocial(night, isThere ? await readFile(path) : undefined);
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    async get(night: PublishedNight): Promise<SocialPicture> {
      const facts = { ...night, startsAt: night.startsAt.toISOString() };
      const version = socialVersion(facts);
      const name = `${night.id} ${version}`;
      const atHand = kept.get(name);
      if (atHand !== undefined) return { version, jpeg: atHand };
      let drawing = underWay.get(name);
      if (drawing === undefined) {
        drawing = last.then(() => draw(night)).finally(() => underWay.delete(name));
        last = drawing.catch(() => undefined);
        underWay.set(name, drawing);
      }
      const jpeg = await drawing;
      kept.set(name, jpeg);
      return { version, jpeg };
    },
  };
}
