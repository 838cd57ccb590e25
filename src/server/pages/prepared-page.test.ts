import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { nonceMark, preparePage } from "./prepared-page.ts";
import { pageHeaders } from "./security-headers.ts";

const headers = pageHeaders({ secure: true, headScript: "0", dev: false });
const text = "Soca, steel & ça ira. ".repeat(4000);
const prepare = (html: string) => preparePage({ status: 200, html }, headers);
const page = prepare(`<p>${text}</p><i>${nonceMark}</i></html>`);
const bigEndings: Record<string, ReturnType<typeof prepare>> = {};
const server = createServer((request, response) => (bigEndings[request.url!] ?? page).send(request, response));
let address: string;

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

const nonceOf = (response: Response) =>
  /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1];

test.each(["gzip", "identity"])("the %s response contains the nonce of its own policy", async (encoding) => {
  const response = await fetch(address, { headers: { "accept-encoding": encoding } });
  expect(response.headers.get("content-encoding")).toBe(encoding === "gzip" ? "gzip" : null);
  expect(await response.text()).toBe(`<p>${text}</p><i>${nonceOf(response)}</i></html>`);
});

// An uncompressed block holds 65,535 bytes, and the nonce has 24 of them.
test.each([65_510, 65_511, 65_512, 131_046, 131_047, 300_000])(
  "a page with %i bytes after its nonce arrives whole",
  async (length) => {
    const ending = "é".repeat(length / 2).padEnd(length - Math.floor(length / 2), "!");
    bigEndings[`/${length}`] = prepare(`<i>${nonceMark}${ending}`);
    for (const encoding of ["gzip", "identity"]) {
      const response = await fetch(`${address}${length}`, { headers: { "accept-encoding": encoding } });
      expect(await response.text()).toBe(`<i>${nonceOf(response)}${ending}`);
    }
  },
);

test("the nonce's place is marked by a text that no other process knows", async () => {
  expect(nonceMark).toMatch(/[0-9a-f]{36}/);
  vi.resetModules();
  const otherProcess = await import("./prepared-page.ts");
  expect(otherProcess.nonceMark).not.toBe(nonceMark);
});

test("a page without a place for its nonce is never sent", () => {
  expect(() => prepare("<p>Soca</p>")).toThrow("no place for its nonce");
});

test("no two responses share a nonce", async () => {
  const nonces = await Promise.all(Array.from({ length: 50 }, async () => nonceOf(await fetch(address))));
  expect(new Set(nonces).size).toBe(50);
});

test("the spliced gzip passes a strict reader: checksum and length are correct", async () => {
  const chunks: Buffer[] = [];
  await new Promise<void>((done) => {
    const response = {
      writeHead() {},
      cork() {},
      uncork() {},
      write: (chunk: Buffer) => chunks.push(chunk),
      end: (chunk: Buffer) => (chunks.push(chunk), done()),
    };
    page.send({ headers: { "accept-encoding": "gzip" } } as never, response as never);
  });
  expect(gunzipSync(Buffer.concat(chunks)).toString()).toContain(text);
});

test("the policy allows no inline code", () => {
  const policy = headers.forCached("x").at(-1) ?? "";
  expect(policy).not.toContain("unsafe-inline");
  expect(policy).toContain("default-src 'none'");
});

test.each([
  ["/events/7", "/events/7/last-lap"],
  ["/events/7?promo=SOCA10&via=kezia", "/events/7/last-lap?promo=SOCA10&via=kezia"],
])("a redirect of %s keeps the visitor's own query", (url, location) => {
  const written: unknown[] = [];
  const response = { writeHead: (...args: unknown[]) => (written.push(...args), response), end() {} };
  const redirect = preparePage({ status: 301, html: "", redirect: "/events/7/last-lap" }, headers);
  redirect.send({ url, headers: {} } as never, response as never);
  const [status, lines] = written as [number, string[]];
  expect([status, lines[lines.indexOf("location") + 1]]).toEqual([301, location]);
});
