import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createServer, type Server } from "node:http";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBucketStore } from "#server/platform/files/bucket-store.ts";
import { startBucketServer, type BucketServer } from "#testing/bucket-server.ts";
import { isSigned } from "#testing/s3-signature.ts";
import { createMediaSite, photo, type MediaSite } from "./media-kit.ts";

let server: BucketServer;
let site: MediaSite;
beforeAll(async () => {
  server = await startBucketServer();
  site = await createMediaSite({ settings: server.settings });
});
afterAll(async () => {
  await site.close();
  await server.close();
});

async function namesIn(prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of createBucketStore(server.bucket, prefix).list()) names.push(name);
  return names.toSorted();
}

const ask = (path: string, headers: Record<string, string> = {}) => site.app.server.inject({ url: path, headers });

test("uploads and images are stored in the bucket, and nowhere else", async () => {
  const { body } = await site.upload(await photo());
  expect(await namesIn("quarantine/")).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  const [key] = await namesIn("quarantine/");
  for (const path of [`/media/quarantine/${key}`, `/media/${key}`, `/media/..%2fquarantine%2f${key}`]) {
    expect((await ask(path)).statusCode).toBe(404);
  }
  await site.app.runJob("pictures");
  expect((await site.admin.get(`/api/admin/pictures/${body.id}`)).body).toMatchObject({
    status: "ready",
    poster: { key },
  });
  expect([await namesIn("quarantine/"), (await namesIn("media/")).length]).toEqual([[], 7]);
  expect(site.listFiles()).toEqual({ shown: [], quarantine: [], work: [] });
});

test("the site serves them with type, ETag, ranges and sandbox, as from a folder", async () => {
  const { poster } = await site.addPicture(await photo());
  const path = `/media/posters/${poster!.key}-480.avif`;
  const whole = await ask(path);
  expect([whole.statusCode, whole.headers["content-type"]]).toEqual([200, "image/avif"]);
  expect(whole.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "public, max-age=604800, stale-while-revalidate=2592000",
    "content-length": String(whole.rawPayload.length),
  });
  const cached = await ask(path, { "if-none-match": String(whole.headers["etag"]) });
  expect([cached.statusCode, cached.rawPayload.length]).toEqual([304, 0]);
  const part = await ask(path, { range: "bytes=4-11" });
  expect([part.statusCode, part.headers["content-range"], part.rawPayload]).toEqual([
    206,
    `bytes 4-11/${whole.rawPayload.length}`,
    whole.rawPayload.subarray(4, 12),
  ]);
  const outside = await ask(path, { range: "bytes=9000000-" });
  expect([outside.statusCode, outside.headers["content-range"], outside.rawPayload.length]).toEqual([
    416,
    `bytes */${whole.rawPayload.length}`,
    0,
  ]);
  expect((await ask(path, { "if-none-match": "*" })).statusCode).toBe(304);
  const head = await site.app.server.inject({ method: "HEAD", url: path });
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
  for (const none of ["/media/posters/none-480.avif", "/media/posters/index.json", "/media/posters/", "/media/"]) {
    expect((await ask(none)).statusCode).toBe(404);
  }
});

test("a deleted image's files are removed from the bucket", async () => {
  const { id, poster } = await site.addPicture(await photo());
  expect((await namesIn("media/")).some((name) => name.includes(poster!.key))).toBe(true);
  await site.admin.call("DELETE", `/api/admin/pictures/${id}`);
  await site.app.runJob("picture-leftovers");
  expect((await namesIn("media/")).filter((name) => name.includes(poster!.key))).toEqual([]);
});

test("files stored in the folder before the bucket was set up are still served", async () => {
  mkdirSync(join(site.dataDir, "media/posters"), { recursive: true });
  writeFileSync(join(site.dataDir, "media/posters/velvet-riddim-480.webp"), "from before");
  const answer = await ask("/media/posters/velvet-riddim-480.webp");
  expect([answer.statusCode, answer.headers["content-type"], answer.body]).toEqual([200, "image/webp", "from before"]);
  expect(answer.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
});

test("avatars are stored there too", async () => {
  const member = await site.as("user");
  const answer = await site.app.server.inject({
    method: "POST",
    url: "/api/me/avatar",
    payload: await photo(),
    headers: { "content-type": "image/jpeg", authorization: `Bearer ${member.token}` },
  });
  const { avatar } = answer.json<{ avatar: string }>();
  expect((await namesIn("media/avatars/")).length).toBe(2);
  expect((await ask(avatar)).headers["content-type"]).toBe("image/webp");
  await member.call("DELETE", "/api/me/avatar");
  expect(await namesIn("media/avatars/")).toEqual([]);
});

test("while the bucket is unavailable, uploads are refused, processing waits, and nothing is lost", async () => {
  const { poster } = await site.addPicture(await photo());
  const { body: next } = await site.upload(await photo());
  await server.stop();
  try {
    const shown = await ask(`/media/posters/${poster!.key}-480.avif`);
    expect([shown.statusCode, shown.headers["cache-control"]]).toEqual([503, "no-store"]);
    const refused = await site.upload(await photo());
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining("unavailable")]);
    for (let tries = 0; tries < 5; tries++) {
      await sql`update pictures set leased_until = null where id = ${next.id}`.execute(site.db);
      await site.app.runJob("pictures");
    }
    expect((await site.admin.get(`/api/admin/pictures/${next.id}`)).body.status).toBe("uploaded");
  } finally {
    await server.start();
  }
  await sql`update pictures set leased_until = null`.execute(site.db);
  await site.app.runJob("pictures");
  expect((await site.admin.get(`/api/admin/pictures/${next.id}`)).body.status).toBe("ready");
  expect(site.listFiles().work).toEqual([]);
});

test("a key that the bucket refuses is reported as unavailable storage", async () => {
  const store = createBucketStore({ ...server.bucket, accessKey: "wrong" }, "media/");
  await expect(store.put("x.jpg", Buffer.from("x"))).rejects.toMatchObject({ code: "unavailable" });
});

describe("a request to a bucket that doesn't respond in time", () => {
  let slow: Server;
  const behave: Record<string, (write: (text: string) => void, end: () => void) => void> = {
    silent: () => undefined,
    stalling: (write) => write("the first piece"),
  };
  let manner = "silent";
  beforeAll(async () => {
    slow = createServer((_request, reply) => {
      if (manner === "silent") return;
      reply.writeHead(200, { "content-length": "1000000" });
      behave[manner]!(
        (text) => reply.write(text),
        () => reply.end(),
      );
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    slow.closeAllConnections();
    slow.close();
  });
  const store = (patience = { answerMs: 300, idleMs: 300 }) =>
    createBucketStore(
      { ...server.bucket, endpoint: `http://127.0.0.1:${(slow.address() as AddressInfo).port}` },
      "media/",
      patience,
    );

  test("is aborted before the visitor gives up", async () => {
    manner = "silent";
    await expect(store().open("x.jpg", {})).rejects.toMatchObject({ code: "unavailable" });
    await expect(store().put("x.jpg", Buffer.from("x"))).rejects.toMatchObject({ code: "unavailable" });
    await expect(store().remove("x.jpg")).rejects.toMatchObject({ code: "unavailable" });
  });

  test("is aborted even if garbage collection runs meanwhile", async () => {
    manner = "silent";
    setFlagsFromString("--expose-gc");
    const tidyUp = runInNewContext("gc") as () => void;
    const tidying = setInterval(tidyUp, 50);
    try {
      await expect(store().open("x.jpg", {})).rejects.toMatchObject({ code: "unavailable" });
    } finally {
      clearInterval(tidying);
    }
  });

  test("is aborted when it stalls in the middle of a file", async () => {
    manner = "stalling";
    // The response and its first piece have all the time they need.
    const patience = { answerMs: 10_000, idleMs: 1000 };
    const opened = await store(patience).open("x.jpg", {});
    const read = new Response(opened!.body).text();
    await expect(read).rejects.toThrow("stalled");
    const path = join(site.dataDir, "media-work", "stalled");
    await expect(store(patience).copyTo("x.jpg", path)).rejects.toMatchObject({ code: "unavailable" });
    expect(readFileSync(path, "utf8")).toBe("the first piece");
  });
});

describe("a bucket that checks each signature", () => {
  const asked: string[] = [];
  let strict: Server;
  beforeAll(async () => {
    strict = createServer((request, reply) => {
      request.resume();
      const isGood = isSigned(request, "the secret");
      asked.push(`${request.method} ${isGood}`);
      reply.writeHead(isGood ? 200 : 403).end("<ListBucketResult/>");
    });
    await new Promise<void>((resolve) => strict.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    strict.closeAllConnections();
    strict.close();
  });
  const store = (secretKey: string) => {
    const endpoint = `http://127.0.0.1:${(strict.address() as AddressInfo).port}/`;
    return createBucketStore({ ...server.bucket, endpoint, secretKey, region: "auto" }, "media/");
  };
  async function useAll(secretKey: string) {
    const path = join(site.dataDir, "signed");
    writeFileSync(path, "content");
    await store(secretKey).put("posters/a.jpg", { path });
    await store(secretKey).put("posters/a.jpg", Buffer.from("content"));
    await store(secretKey).remove("posters/a.jpg");
    await (await store(secretKey).open("posters/a.jpg", { range: "bytes=0-3" }))?.body?.cancel();
    for await (const _ of store(secretKey).list());
  }

  test("finds every request signed", async () => {
    await useAll("the secret");
    expect(asked).toEqual(["PUT true", "PUT true", "DELETE true", "GET true", "GET true"]);
  });

  test("detects another key", async () => {
    asked.length = 0;
    await expect(useAll("another secret")).rejects.toMatchObject({ code: "unavailable" });
    expect(asked).toEqual(["PUT false"]);
  });
});
