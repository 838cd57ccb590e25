import { once } from "node:events";
import { request as ask, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { connectionsOf } from "#server/platform/db/database.ts";
import { createSite, type Site, type SiteOptions } from "#testing/site.ts";

type Line = Record<string, unknown>;

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function openSite(settings: Record<string, string> = { LOG_LEVEL: "info" }, options: SiteOptions = {}) {
  const lines: Line[] = [];
  const site = await createSite({ settings, watchLog: (line) => void lines.push(line), ...options });
  sites.push(site);
  /** The lines of one request, once it has its own. */
  async function linesOf(requestId: string): Promise<Line[]> {
    const own = () => lines.filter((line) => line.requestId === requestId);
    await expect.poll(() => own().some(({ msg }) => msg === "request")).toBe(true);
    return own();
  }
  return { site, lines, linesOf };
}

test("a finished request is one line: who asked for what, what they got and how long it took", async () => {
  const { site, linesOf } = await openSite();
  const ada = await site.as("user");
  const answer = await ada.get("/api/me?page=1", { "x-request-id": "from-the-proxy.1" });
  expect(answer.headers["x-request-id"]).toBe("from-the-proxy.1");
  expect(await linesOf("from-the-proxy.1")).toEqual([
    expect.objectContaining({
      level: 30,
      msg: "request",
      method: "GET",
      route: "/api/me",
      path: "/api/me",
      status: answer.status,
      accountId: ada.id,
      network: "127.0.0.1",
      ms: expect.any(Number),
      bytes: expect.any(Number),
    }),
  ]);
});

test("a response names its request, whatever it is: refused, unknown, cached, unreadable, or with an ID we don't take", async () => {
  const { site } = await openSite({}, { sharedReplyMs: 60_000 });
  const id = async (url: string, given: string, method = "GET") => {
    const { headers } = await site.anon.call(method, url, undefined, { "x-request-id": given });
    return headers["x-request-id"];
  };
  expect(await id("/api/admin/errors", "r1")).toBe("r1");
  expect(await id("/api/nope", "r2")).toBe("r2");
  expect(await id("/api/events", "r3")).toBe("r3");
  expect(await id("/api/events", "r4")).toBe("r4");
  expect(await id("/%zz", "r5")).toBe("r5");
  expect(await id("/healthz", "r6", "DELETE")).toBe("r6");
  const fresh = await id("/api/events", "a b");
  expect(fresh).toMatch(/^[\w-]{36}$/);
  expect(await id("/api/events", "a b")).not.toBe(fresh);
});

test("every line that a request causes has its ID, and so does the report of its error", async () => {
  const { site, linesOf } = await openSite(
    { LOG_LEVEL: "info" },
    {
      wrapProvider: (provider) => ({
        ...provider,
        readWebhook() {
          throw new TypeError("a failure for this test");
        },
      }),
    },
  );
  const answer = await site.anon.call(
    "POST",
    "/api/payments/webhooks/sandbox",
    { any: 1 },
    { "x-request-id": "hook-1" },
  );
  expect(answer.status).toBe(500);
  expect(answer.body.requestId).toBe("hook-1");
  const own = await linesOf("hook-1");
  expect(own.map(({ msg }) => msg)).toEqual(["refused a payment webhook", "request failed", "request"]);
  const admin = await site.as("admin");
  const stackOf = async () =>
    (await admin.get("/api/admin/errors")).body.items.find(
      ({ message }: { message: string }) => message === "a failure for this test",
    )?.stack;
  await expect.poll(stackOf).toMatch(/\nRequest hook-1$/);
});

test("a refused webhook, which a service logs after the body arrived, is found by the request's ID", async () => {
  const { site, linesOf } = await openSite();
  await site.app.server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.server.address() as AddressInfo;
  const call = ask({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: "/api/payments/webhooks/sandbox?key=very-secret",
    headers: { "content-type": "application/json", "x-request-id": "hook-2" },
  });
  call.write('{"a":');
  // The rest comes in a packet of its own.
  await once(call, "socket");
  setImmediate(() => call.end("1}"));
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  const own = await linesOf("hook-2");
  expect(own.map(({ msg }) => msg)).toEqual(["refused a payment webhook", "request"]);
  expect(own[1]!.bytes).toBeGreaterThan(bytes);
  expect(JSON.stringify(own)).not.toContain("very-secret");
});

test("keys of orders, tokens and email addresses never reach the log", async () => {
  const { site, lines } = await openSite({ LOG_LEVEL: "trace" });
  const secret = "s3cret".repeat(8);
  await site.anon.get(`/api/orders/0199b2f0-1111-7000-8000-00000000abcd?key=${secret}`);
  await site.anon.get(`/api/orders/${secret}`);
  await site.anon.get("/payment-success?order=1&key=tiny-secret");
  await site.anon.get(`/${secret}/someone@example.com`);
  await site.anon.call("POST", "/api/auth/login", { username: "ada", password: secret });
  await site.anon.get("/api/me", { authorization: `Bearer ${secret}`, cookie: `sg_session=${secret}` });
  await expect.poll(() => lines.filter(({ msg }) => msg === "request").length).toBe(6);
  const log = JSON.stringify(lines);
  expect(log).not.toContain(secret);
  expect(log).not.toContain("tiny-secret");
  expect(log).not.toContain("someone@");
});

test("health checks stay out of the log unless it is for debugging", async () => {
  for (const [LOG_LEVEL, count] of [
    ["info", 1],
    ["debug", 4],
  ] as const) {
    const { site, lines } = await openSite({ LOG_LEVEL });
    for (const path of ["/healthz", "/readyz", "/metrics", "/api/events"]) await site.anon.get(path);
    await expect.poll(() => lines.some(({ path }) => path === "/api/events")).toBe(true);
    expect(lines.filter(({ msg }) => msg === "request").length).toBe(count);
  }
});

test("a visitor who hangs up before the response is a line too", async () => {
  const { site, linesOf } = await openSite();
  await site.app.server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.server.address() as AddressInfo;
  const release = Promise.withResolvers<void>();
  const held = Array.from({ length: 16 }, () => site.db.connection().execute(() => release.promise));
  const waiting = () => connectionsOf(site.db).waiting;
  await expect.poll(() => connectionsOf(site.db).busy).toBe(16);
  const call = ask({ port, host: "127.0.0.1", path: "/api/events", headers: { "x-request-id": "gone-1" } });
  call.on("error", () => undefined);
  call.end();
  await expect.poll(waiting).toBeGreaterThan(0);
  call.destroy();
  expect(await linesOf("gone-1")).toEqual([expect.objectContaining({ path: "/api/events", aborted: true })]);
  release.resolve();
  await Promise.all(held);
});
