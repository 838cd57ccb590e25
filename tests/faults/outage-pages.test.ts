import { afterAll, beforeAll, expect, test } from "vitest";
import { startRealServer, type RealServer } from "./kit/real-server.ts";
import { openSellingSite, type SellingSite } from "./kit/selling-site.ts";

let shop: SellingSite;
let server: RealServer;
let cookie: string;
let eventPath: string;

beforeAll(async () => {
  shop = await openSellingSite({ buyers: 1, capacity: 10 });
  server = await startRealServer(shop.databaseUrl, { LOG_LEVEL: "warn" });
  cookie = `sg_session=${shop.target(() => []).buyers[0]}`;
  eventPath = `/events/${shop.eventId}/velvet-riddim`;
});
afterAll(async () => {
  await server.stop();
  await shop.close();
});

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.baseUrl + path, { redirect: "manual", headers: { "sec-fetch-dest": "document", ...headers } });

const isReadable = () => open("/api/site").then(({ status }) => status);

/** How many lines of the log contain a text. */
const countLines = (text: string) => server.lines.filter((line) => line.includes(text)).length;

test("while the database is away, pages say so, promise nothing untrue, and open again by themselves", async () => {
  expect((await open("/events")).status).toBe(200);
  expect((await open("/my-tickets", { cookie })).status).toBe(200);
  await shop.proxy.down();
  await expect.poll(isReadable).toBe(503);

  for (const headers of [{}, { cookie }] as Record<string, string>[]) {
    // A signed-in person's pages, and those that no one has opened before.
    for (const path of ["/my-tickets", eventPath, ...("cookie" in headers ? ["/", "/events"] : [])]) {
      if (path === "/my-tickets" && !("cookie" in headers)) continue;
      const answer = await open(path, headers);
      const page = await answer.text();
      expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
        path,
        503,
        "text/html; charset=utf-8",
      ]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(page).toContain("We&#39;ll be right back");
      expect(page).toContain("We can&#39;t reach our data right now.");
      expect(page).toContain("Your orders and tickets are safe.");
      expect(page).not.toMatch(/notified|went wrong|sign in/i);
      expect(page).toMatch(/<script>.*location\.reload\(\)/);
      expect(answer.headers.get("content-security-policy")).toMatch(/script-src 'sha256-[^']+'; connect-src 'self'/);
    }
  }
  expect((await open("/events")).status).toBe(200);

  const api = await open("/api/my-tickets", { cookie, "sec-fetch-dest": "empty" });
  expect([api.status, Number(api.headers.get("retry-after")) >= 1]).toEqual([503, true]);
  expect(await api.json()).toMatchObject({ code: "unavailable", message: expect.stringMatching("reach our data") });

  await shop.proxy.up();
  await expect.poll(isReadable).toBe(200);
  expect((await open(eventPath)).status).toBe(200);
  expect(await (await open("/my-tickets", { cookie })).text()).not.toContain("right back");
});

test("a thousand requests that fail for the same reason become a few lines of the log, with their number and ids", async () => {
  await shop.proxy.down();
  await expect.poll(isReadable).toBe(503);
  const before = countLines("request failed");
  let id = "";
  for (let sent = 0; sent < 1000; sent += 50) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => open("/api/events?q=soca", { "sec-fetch-dest": "" })),
    );
    id ||= ((await answers[1]!.json()) as { requestId: string }).requestId;
  }
  await shop.proxy.up();
  await expect.poll(() => countLines("request failed (repeated)"), { timeout: 60_000 }).toBeGreaterThan(0);
  expect(countLines("request failed") - before).toBeLessThan(30);
  expect(countLines(id)).toBeGreaterThan(0);
});
