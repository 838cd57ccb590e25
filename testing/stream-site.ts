import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { AdminStream } from "#contract/streams/admin.ts";
import type { App } from "#server/app.ts";
import { createSite, type Client, type SiteOptions } from "./site.ts";

export type StreamSite = Awaited<ReturnType<typeof createStreamSite>>;

/** A site with its own folder for segments, an admin, and a host's key. Jobs run when a test starts them. */
export async function createStreamSite(options: SiteOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "stream-site-"));
  const site = await createSite({ ...options, settings: { DATA_DIR: dataDir, ...options.settings } });
  const admin = await site.as("admin");
  const createdKey = await admin.post("/api/admin/stream-keys", { name: "DJ Marlon" });
  const host: HostKey = { id: createdKey.body.id, key: createdKey.body.key };

  return {
    ...site,
    dataDir,
    admin,
    host,
    /** Another host's key, by an admin who has just confirmed, however far the clock has moved. */
    async createKey(name = "DJ Nia"): Promise<HostKey> {
      const { body } = await (await site.as("admin")).post("/api/admin/stream-keys", { name });
      return { id: body.id, key: body.key };
    },
    /** A stream that an encoder pushes, published and due unless the draft says otherwise. */
    async createStream(draft: object = {}, { isPublished = true, key = host } = {}): Promise<AdminStream> {
      const created = await admin.post("/api/admin/streams", {
        title: "Yard Sessions",
        startsAt: new Date(Date.now() - 60_000).toISOString(),
        timeZone: "America/New_York",
        source: { kind: "push", keyId: key.id },
        access: "free",
        ...draft,
      });
      if (created.status !== 201) throw new Error(`The stream wasn't created: ${created.text}`);
      if (!isPublished) return created.body;
      return (await admin.post(`/api/admin/streams/${created.body.id}/publish`, { isPublished })).body;
    },
    /** Sends a file as an encoder does; returns the status. */
    put: (path: string, body: Buffer | string, key = host.key) => uploadFile(site.app, path, body, key),
    /** Sends segments and a playlist that names them, the first one being number `from`. */
    async push(count: number, { from = 0, key = host.key, isEnded = false } = {}): Promise<number> {
      for (let n = from; n < from + count; n++) await uploadFile(site.app, `index${n}.ts`, segment(n), key);
      return uploadFile(site.app, "index.m3u8", playlist(count, { from, isEnded }), key);
    },
    /** What a stream has published is as old as if its encoder had been gone for ten seconds. */
    async letEncoderGo(id: number): Promise<void> {
      await sql`update stream_segments set published_at = published_at - interval '10 seconds' where stream_id = ${id}
        and sequence is not null`.execute(site.db);
      await sql`update streams set started_at = started_at - interval '10 seconds' where id = ${id}`.execute(site.db);
    },
    /** What the studio warns of, as "kind seconds". */
    async warningsOf(id: number): Promise<string[]> {
      const { body } = await admin.get(`/api/admin/streams/${id}/health`);
      return body.warnings.map(({ kind, seconds }) => (seconds === null ? kind : `${kind} ${seconds}`));
    },
    statusOf: async (id: number) => (await admin.get(`/api/admin/streams/${id}`)).body.status,
    /** All segments that our playlist of a stream has, in order, by the encoder's names. */
    async published(id: number): Promise<string[]> {
      const { rows } = await sql<{ path: string }>`
        select path from stream_segments where stream_id = ${id} and sequence is not null
        order by rendition_id, sequence`.execute(site.db);
      return rows.map(({ path }) => path);
    },
    async close() {
      await site.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface HostKey {
  id: number;
  key: string;
}

async function uploadFile(app: App, path: string, payload: Buffer | string, key: string): Promise<number> {
  const { statusCode } = await app.server.inject({
    method: "PUT",
    url: `/ingest/${key}/${path}`,
    payload,
    headers: { "content-type": "application/octet-stream" },
  });
  return statusCode;
}

/** Two packets of a transport stream that say which segment they are. */
export function segment(n: number): Buffer {
  const bytes = Buffer.alloc(376, n % 251);
  bytes[0] = 0x47;
  bytes[188] = 0x47;
  return bytes;
}

/** An encoder's playlist with segments of two seconds. */
export function playlist(count: number, { from = 0, isEnded = false } = {}): string {
  const entries = Array.from({ length: count }, (_, index) => `#EXTINF:2.000000,\nindex${from + index}.ts`);
  const head = `#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:${from}`;
  return `${[head, ...entries, ...(isEnded ? ["#EXT-X-ENDLIST"] : [])].join("\n")}\n`;
}

/** A browser that watches: its cookies go with each request. */
export function createViewer(site: { app: App }, who?: Client, network = "127.0.0.1") {
  const cookies = new Map<string, string>();
  if (who?.token !== undefined) cookies.set("sg_session", who.token);
  async function call(method: "GET" | "POST", url: string, payload?: object) {
    const headers: Record<string, string> = cookies.size === 0 ? {} : { cookie: cookieHeader(cookies) };
    const answer = await site.app.server.inject({
      method,
      url,
      headers,
      remoteAddress: network,
      ...(payload && { payload }),
    });
    for (const cookie of [answer.headers["set-cookie"] ?? []].flat()) {
      const [name = "", value = ""] = cookie.split(";")[0]!.split(/=(.*)/s);
      cookies.set(name, value);
    }
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    const body = isJson ? answer.json() : undefined;
    return { status: answer.statusCode, text: answer.body, bytes: answer.rawPayload, headers: answer.headers, body };
  }
  return {
    cookies,
    get: (url: string) => call("GET", url),
    watch: (id: number, body?: { keepsSeat: boolean }) => call("POST", `/api/streams/${id}/watch`, body),
    token: (id: number) => call("POST", `/api/streams/${id}/token`),
    beat: (id: number) => call("POST", `/api/streams/${id}/beat`),
    /** The media playlist of a stream's first rendition. */
    async playlist(id: number) {
      const main = await call("GET", `/hls/${id}/main.m3u8`);
      if (main.status !== 200) return main;
      return call(
        "GET",
        main.text.split("\n").find((line) => line.startsWith("/hls/"))!,
      );
    },
    /** The addresses of its segments. */
    async segments(id: number): Promise<string[]> {
      const { text } = await this.playlist(id);
      return text.split("\n").filter((line) => line.startsWith("/hls/"));
    },
  };
}

const cookieHeader = (cookies: Map<string, string>) =>
  Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ");

export type TestViewer = ReturnType<typeof createViewer>;
