import { expect, type Page, type Request } from "@playwright/test";
import { sql } from "kysely";
import { withSite } from "./journey-kit.ts";

const test = withSite();

/** What the page told of itself, in order. */
function hearCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/analytics/")) calls.push(request);
  });
  return calls;
}

const pathOf = (request: Request) => new URL(request.url()).pathname;
const pageViews = (calls: Request[]) =>
  calls.filter((call) => pathOf(call) === "/api/analytics/page-view").map((call) => call.postDataJSON());

test("§7 a page view is sent for the first page and for each one that people go on to", async ({ page, site }) => {
  const eventId = await site.make.event({ title: "Velvet Riddim" });
  const calls = hearCalls(page);
  await page.goto(`${site.baseUrl}/?utm_source=a`, { referer: "https://www.instagram.com/sg" });
  await expect.poll(() => pageViews(calls).length).toBe(1);
  await page.getByRole("link", { name: "Events" }).first().click();
  await expect(page).toHaveURL(/\/events$/);
  await page.getByRole("link", { name: "Velvet Riddim" }).first().click();
  await expect(page).toHaveURL(/velvet-riddim$/);
  await expect
    .poll(() => pageViews(calls).map(({ path }) => path))
    .toEqual(["/", "/events", `/events/${eventId}/velvet-riddim`]);
});

test("§3 a page view names path, person, session, device, browser and referrer, and nothing else", async ({
  page,
  site,
}) => {
  const calls = hearCalls(page);
  await page.goto(`${site.baseUrl}/`, { referer: "https://www.instagram.com/sg" });
  await expect.poll(() => calls.length).toBe(1);
  const [view] = pageViews(calls);
  expect(view).toEqual({
    path: "/",
    userId: null,
    sessionId: expect.stringMatching(/^\d{13}-\d+$/),
    deviceType: "desktop",
    browser: "Chrome",
    referrer: "https://www.instagram.com/sg",
  });
  expect(calls[0]!.method()).toBe("POST");
  expect(await calls[0]!.headerValue("content-type")).toBe("application/json");
});

test("§3 the session id is a timestamp and a random string and stays in the browser as sg_session_id", async ({
  page,
  site,
}) => {
  const calls = hearCalls(page);
  await page.goto(`${site.baseUrl}/`);
  const read = () => page.evaluate(() => localStorage.getItem("sg_session_id"));
  await expect.poll(read).not.toBeNull();
  const kept = await read();
  expect(Math.abs(Number(kept!.split("-")[0]) - Date.now())).toBeLessThan(60_000);
  await page.reload();
  await expect.poll(() => pageViews(calls).map(({ sessionId }) => sessionId)).toEqual([kept, kept]);
});

test("§7 a look at a night and a click on its tickets are sent without a body, with a JSON header", async ({
  page,
  site,
}) => {
  const eventId = await site.make.event({ title: "Sound Clash" });
  await site.make.ticketType({ eventId, name: "General admission" });
  const calls = hearCalls(page);
  await page.goto(`${site.baseUrl}/events/${eventId}/sound-clash`);
  await page.getByRole("button", { name: "More: General admission" }).click();
  await page.getByRole("button", { name: "Checkout" }).filter({ visible: true }).click();
  const interactions = () => calls.filter((call) => pathOf(call).includes("/events/"));
  await expect
    .poll(() => interactions().map(pathOf))
    .toEqual([`/api/analytics/events/${eventId}/view`, `/api/analytics/events/${eventId}/ticket-click`]);
  for (const call of interactions()) {
    expect(call.postData()).toBeNull();
    expect(await call.headerValue("content-type")).toBe("application/json");
  }
  await expect
    .poll(
      async () =>
        (await sql<any>`select kind from interactions where subject_id = ${eventId} order by id`.execute(site.db)).rows,
    )
    .toEqual([{ kind: "event_view" }, { kind: "ticket_click" }]);
});

test("§7 analytics failures are only logged: the page goes on as if nothing was", async ({ page, site, quiet }) => {
  // What the browser itself notes of a failed request is not ours to keep quiet.
  quiet.expect(/Failed to load resource/);
  const logged: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "debug") logged.push(message.text());
  });
  await page.route("**/api/analytics/**", (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.goto(`${site.baseUrl}/events`);
  await expect.poll(() => logged.join()).toContain("analytics page-view");
  await page.getByRole("link", { name: "Shop" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("The shop opens soon");
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
});

test("§7 on success the dashboard's figures are out of date: they are asked for again", async ({
  page,
  context,
  site,
}) => {
  await context.addCookies([await site.cookieOf("admin")]);
  const isFigures = (call: { url(): string }) => call.url().includes("/api/admin/analytics");
  let asks = 0;
  page.on("request", (request) => (asks += isFigures(request) ? 1 : 0));
  // The view is counted once the first figures are there.
  let letViewGo = () => {};
  const wait = new Promise<void>((resolve) => (letViewGo = resolve));
  await page.route("**/api/analytics/page-view", async (route) => {
    await wait;
    await route.continue();
  });
  const figures = page.waitForResponse(isFigures);
  await page.goto(`${site.baseUrl}/analytics`);
  await (await figures).finished();
  const before = asks;
  letViewGo();
  await expect.poll(() => asks).toBeGreaterThan(before);
});

test("§7 nothing of the web analytics service is loaded unless it is configured", async ({ page, site }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(site.baseUrl) && !request.url().startsWith("data:")) foreign.push(request.url());
  });
  const answer = await page.goto(`${site.baseUrl}/`);
  await page.waitForLoadState("networkidle");
  expect(foreign).toEqual([]);
  expect(answer!.headers()["content-security-policy"]).not.toContain("google");
});
