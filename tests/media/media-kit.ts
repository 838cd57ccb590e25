import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import type { LibraryPicture, PictureDetail } from "#contract/media.ts";
import { createSite, type Answer, type Client, type SiteOptions } from "#testing/site.ts";

export type MediaSite = Awaited<ReturnType<typeof createMediaSite>>;

/** A site with its own folder for files, and an admin who uploads. Jobs run when a test starts them. */
export async function createMediaSite(options: SiteOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "media-site-"));
  const site = await createSite({ ...options, settings: { DATA_DIR: dataDir, ...options.settings } });
  const admin = await site.as("admin");
  const upload = (file: Buffer, fileName = "flyer.jpg", as: Client = admin, path = "/api/admin/pictures") =>
    sendFile(site, { as, path: `${path}?fileName=${encodeURIComponent(fileName)}`, file });
  return {
    ...site,
    dataDir,
    admin,
    upload,
    /** Uploads a file and processes it. */
    async addPicture(file: Buffer, { alt = "", fileName = "flyer.jpg" } = {}): Promise<PictureDetail> {
      const { body } = await upload(file, fileName);
      await site.app.runJob("pictures");
      if (alt !== "") await admin.call("PATCH", `/api/admin/pictures/${body.id}`, { alt, focal: { x: 0.5, y: 0.5 } });
      return (await admin.get(`/api/admin/pictures/${body.id}`)).body;
    },
    /** Names of all stored files, by folder. */
    listFiles: () => ({
      shown: list(join(dataDir, "media", "posters")),
      quarantine: list(join(dataDir, "media-quarantine")),
      work: list(join(dataDir, "media-work")),
    }),
    async close() {
      await site.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

/** Sends bytes as a browser sends a file. */
export async function sendFile(
  site: { app: { server: { inject: (request: never) => Promise<unknown> } } },
  { as, path, file, type = "application/octet-stream" }: { as: Client; path: string; file: Buffer; type?: string },
): Promise<Answer<LibraryPicture>> {
  const request = {
    method: "POST",
    url: path,
    payload: file,
    headers: { "content-type": type, ...(as.token === undefined ? {} : { authorization: `Bearer ${as.token}` }) },
  };
  const answer = (await site.app.server.inject(request as never)) as {
    statusCode: number;
    headers: Record<string, unknown>;
    body: string;
    json: () => LibraryPicture;
  };
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: answer.json() };
}

let shade = 0;

/** A unique photo: no two have the same content. */
export function photo(width = 640, height = 800): Promise<Buffer> {
  shade = (shade + 37) % 256;
  const background = { r: shade, g: 40, b: 200 - (shade >> 1) };
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([
      { input: { create: { width: 80, height: 80, channels: 3, background: "#ffb000" } }, left: shade >> 2, top: 10 },
    ])
    .jpeg({ quality: 90 })
    .toBuffer();
}
