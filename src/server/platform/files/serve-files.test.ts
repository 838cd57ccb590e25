import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFiles } from "./files.ts";
import { serveFiles } from "./serve-files.ts";

/** The settings for serving images. */
const mediaShowing = {
  prefix: "/media/",
  types: { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" },
  headers: {
    "cache-control": "public, max-age=604800, stale-while-revalidate=2592000",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  },
};
const dataDir = mkdtempSync(join(tmpdir(), "media-test-"));
const server = Fastify();
beforeAll(async () => {
  mkdirSync(join(dataDir, "media", "posters"), { recursive: true });
  for (const name of ["a-480.avif", "a-480.webp", "a-1200.jpg", "index.json", "evil.svg", "evil.html", ".secret.jpg"]) {
    writeFileSync(join(dataDir, "media", "posters", name), "content");
  }
  writeFileSync(join(dataDir, "secret.jpg"), "TOP CONTENT");
  serveFiles(server, createFiles({ dataDir, bucket: undefined }), mediaShowing);
  await server.ready();
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true });
});

test.each([
  ["a-480.avif", "image/avif"],
  ["a-480.webp", "image/webp"],
  ["a-1200.jpg", "image/jpeg"],
])("%s is served as %s, sandboxed and cacheable", async (name, type) => {
  const reply = await server.inject({ url: `/media/posters/${name}` });
  expect([reply.statusCode, reply.headers["content-type"]]).toEqual([200, type]);
  expect(reply.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "public, max-age=604800, stale-while-revalidate=2592000",
  });
  const again = await server.inject({
    url: `/media/posters/${name}`,
    headers: { "if-none-match": String(reply.headers["etag"]) },
  });
  expect(again.statusCode).toBe(304);
});

test.each([
  "posters/index.json",
  "posters/evil.svg",
  "posters/evil.html",
  "posters/.secret.jpg",
  "posters/missing.jpg",
  "posters/",
  "posters",
  "",
  "../secret.jpg",
  "%2e%2e/secret.jpg",
  "posters/..%2f..%2fsecret.jpg",
  "posters/a-480.avif%00.jpg",
])("/media/%s is not there", async (path) => {
  const reply = await server.inject({ url: `/media/${path}` });
  expect(reply.statusCode).toBeGreaterThanOrEqual(400);
  expect(reply.statusCode).toBeLessThan(500);
  expect(reply.body).not.toContain("TOP CONTENT");
});
