import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as open, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLiveSite, type LiveSite } from "#testing/live-site.ts";
import { readdirSync } from "node:fs";
import { buildWebIfStale } from "../../scripts/build.ts";

// What browsers, caches and feed readers ask for in headers, on every kind of answer.

let folder: string;
let site: LiveSite;
beforeAll(async () => {
  buildWebIfStale();
  folder = await mkdtemp(join(tmpdir(), "http-files-"));
  site = await createLiveSite({ DATA_DIR: folder });
  await mkdir(join(folder, "media", "posters"), { recursive: true });
  await writeFile(join(folder, "media", "posters", "a-480.webp"), "0123456789");
  const eventId = await site.create.event();
  // Enough of them that their calendar is worth coding.
  for (let more = 0; more < 6; more++) await site.create.event();
  paths.eventFile = `/feeds/events/${eventId}.ics`;
  const scripts = readdirSync("dist/client/assets").filter((name) => name.endsWith(".js.gz"));
  paths.asset = `/assets/${scripts[0]!.slice(0, -3)}`;
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const paths: Record<string, string> = {
  page: "/events",
  picture: "/media/posters/a-480.webp",
  api: "/api/events",
  feed: "/feeds/events.xml",
  calendar: "/feeds/events.ics",
  brand: "/brand/logo-email.png",
};

/** Sends a path as it is: a URL object would escape it. */
const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(site.baseUrl);
    const asked = open({ hostname, port, path, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, text: Buffer.concat(parts).toString() }),
      );
    });
    asked.on("error", reject).end();
  });

test.each(["picture", "asset", "brand"])("a range outside of a file (%s) is refused with its size", async (kind) => {
  const whole = await get(paths[kind]!);
  const { status, headers } = await get(paths[kind]!, { range: "bytes=999999999-" });
  expect([status, headers["content-range"]]).toEqual([416, `bytes */${whole.headers["content-length"]}`]);
});

describe.each<[string, string | undefined]>([
  ["gzip", "gzip"],
  ["gzip;q=0", undefined],
  ["br;q=0, gzip;q=0", undefined],
  ["*;q=0", undefined],
  ["identity;q=0, gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["identity, gzip;q=0.5", undefined],
])("with Accept-Encoding: %s", (header, coding) => {
  test.each(["page", "signedInPage", "asset", "calendar"])("%s", async (kind) => {
    const cookie = kind === "signedInPage" ? await site.cookieOf("user") : undefined;
    const path = kind === "signedInPage" ? paths["page"]! : paths[kind]!;
    const headers: Record<string, string> = cookie === undefined ? {} : { cookie: `${cookie.name}=${cookie.value}` };
    const answer = await get(path, { ...headers, "accept-encoding": header });
    expect([answer.status, answer.headers["content-encoding"]]).toEqual([200, coding]);
    expect(answer.headers.vary).toContain("accept-encoding");
  });
  test("the API, which never codes", async () => {
    expect((await get(paths["api"]!, { "accept-encoding": header })).headers["content-encoding"]).toBeUndefined();
  });
});

test.each(["feed", "calendar", "eventFile", "picture", "asset", "brand"])(
  "a client with any copy of the %s doesn't get it again",
  async (kind) => {
    const { headers } = await get(paths[kind]!);
    for (const known of ["*", headers.etag!, `"other", ${headers.etag}`, headers.etag!.replace(/^W\//, "")]) {
      const answer = await get(paths[kind]!, { "if-none-match": known });
      expect([known, answer.status, answer.text]).toEqual([known, 304, ""]);
    }
    expect((await get(paths[kind]!, { "if-none-match": '"other"' })).status).toBe(200);
  },
);

test.each(["/%", "/%zz", "/%ff", "/a%2", "/events/%", "/%?q=%zz", "/%E0%A4%A"])(
  "%s is the Page Not Found page",
  async (path) => {
    for (const cookie of [undefined, await site.cookieOf("user")]) {
      const answer = await get(path, cookie === undefined ? {} : { cookie: `${cookie.name}=${cookie.value}` });
      expect([answer.status, answer.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
      expect(answer.text).toContain("Page Not Found");
    }
  },
);

test.each(["/events?q=%zz", "/?%", "/shop?product=%ff"])("the query of %s breaks no page", async (path) => {
  const { status, headers } = await get(path);
  expect([status < 500, headers["content-type"]]).toEqual([true, "text/html; charset=utf-8"]);
});

test.each(["/api/%", "/api/events/%zz"])("a person who opens %s gets a page that says so", async (path) => {
  const answer = await get(path, { "sec-fetch-dest": "document" });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect((await get(path)).headers["content-type"]).toBe("application/json; charset=utf-8");
});

describe("only what other sites embed may be embedded by them", () => {
  test.each([
    ["page", "same-origin"],
    ["api", "same-origin"],
    ["asset", "same-origin"],
    ["picture", "cross-origin"],
    ["brand", "cross-origin"],
    ["feed", "cross-origin"],
    ["calendar", "cross-origin"],
  ])("%s: %s", async (kind, policy) => {
    const { headers } = await get(paths[kind]!);
    expect(headers["cross-origin-resource-policy"]).toBe(policy);
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
  });
});
