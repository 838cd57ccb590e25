import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nonceMark, preparePage } from "./prepared-page.ts";
import { pageHeaders } from "./security-headers.ts";

const headers = pageHeaders({ secure: true, headScript: "0", dev: false });
const text = "Soca, steel & ça ira. ".repeat(4000);
const page = preparePage({ status: 200, html: `<p>${text}</p><i>${nonceMark}</i></html>` }, headers);
const server = createServer((request, response) => page.send(request, response, "r-1"));
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
    page.send({ headers: { "accept-encoding": "gzip" } } as never, response as never, "r-1");
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
  redirect.send({ url, headers: {} } as never, response as never, "r-1");
  const [status, lines] = written as [number, string[]];
  expect([status, lines[lines.indexOf("location") + 1]]).toEqual([301, location]);
});
