import { sql } from "kysely";
import { waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { answer, createNetwork, type Network } from "#tests/components/kit/browser-network.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
afterEach(() => void vi.restoreAllMocks());

const pageViews = (network: Network) =>
  network.callsTo("POST", /^\/api\/analytics\/page-view$/).map(({ body }) => JSON.parse(body!) as { path: string });

test("§7 a page view is sent for the first page and for each later page", async () => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const { screen, user, network } = await openApp(site, "/?utm_source=a&key=secret");
  await user.click(screen.getAllByRole("link", { name: "Events" })[0]!);
  await waitFor(() => expect(document.title).toMatch(/^Events/));
  const main = within(document.getElementById("main")!);
  await user.click((await main.findAllByRole("link", { name: /Velvet Riddim/ }))[0]!);
  await waitFor(() => expect(document.title).toMatch(/^Velvet Riddim/));
  const paths = ["/", "/events", `/events/${eventId}/velvet-riddim`];
  // Of the query, only what says where the visitor came from leaves the browser.
  const sent = ["/?utm_source=a", ...paths.slice(1)];
  await waitFor(() => expect(pageViews(network).map(({ path }) => path)).toEqual(sent));
  await waitFor(async () => {
    const { rows } = await sql<{ path: string; source: string }>`
      select subject as path, source from interactions where kind = 'page_view' order by id`.execute(site.db);
    expect(rows.map(({ path }) => path)).toEqual(paths);
    expect(rows[0]!.source).toBe("a");
  });
});

test("§3 a page view names path, person, session, device, browser and referrer, and nothing else", async () => {
  const agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agent);
  vi.spyOn(document, "referrer", "get").mockReturnValue("https://www.instagram.com/sg");
  const { network } = await openApp(site, "/");
  await waitFor(() => expect(pageViews(network)).toHaveLength(1));
  expect(pageViews(network)[0]).toEqual({
    path: "/",
    userId: null,
    sessionId: expect.stringMatching(/^\d{13}-\d+$/),
    deviceType: "desktop",
    browser: "Chrome",
    referrer: "https://www.instagram.com/sg",
  });
  const [call] = network.callsTo("POST", /page-view$/);
  expect(call!.headers.get("content-type")).toBe("application/json");
});

test("§3 the session id is a timestamp and a random string and stays in the browser as sg_session_id", async () => {
  const first = await openApp(site, "/");
  await waitFor(() => expect(pageViews(first.network)).toHaveLength(1));
  const stored = localStorage.getItem("sg_session_id")!;
  expect(stored).toMatch(/^\d{13}-\d+$/);
  expect(Math.abs(Number(stored.split("-")[0]) - Date.now())).toBeLessThan(60_000);
  first.close();
  const { network } = await openApp(site, "/", { network: first.network });
  await waitFor(() =>
    expect(pageViews(network)).toEqual([1, 2].map(() => expect.objectContaining({ sessionId: stored }))),
  );
});

test("§7 an event view and a ticket click are sent without a body, with a JSON header", async () => {
  const eventId = await site.create.event({ title: "Sound Clash" });
  await site.create.ticketType({ eventId, name: "General admission" });
  const { screen, user, network } = await openApp(site, `/events/${eventId}/sound-clash`);
  await user.click(await screen.findByRole("button", { name: "More: General admission" }));
  await user.click((await screen.findAllByRole("button", { name: /Check out/ }))[0]!);
  const interactions = () => network.callsTo("POST", /^\/api\/analytics\/events\//);
  await waitFor(() =>
    expect(interactions().map(({ path }) => path)).toEqual([
      `/api/analytics/events/${eventId}/view`,
      `/api/analytics/events/${eventId}/ticket-click`,
    ]),
  );
  for (const { body, headers } of interactions())
    expect([body, headers.get("content-type")]).toEqual([undefined, "application/json"]);
  await waitFor(async () => {
    const { rows } = await sql`
      select kind from interactions where subject = ${String(eventId)} order by id`.execute(site.db);
    expect(rows).toEqual([{ kind: "event_view" }, { kind: "ticket_click" }]);
  });
});

test("§7 analytics failures are only logged: the page keeps working", async () => {
  const logged = vi.spyOn(console, "debug").mockImplementation(() => undefined);
  const network = createNetwork(site.app);
  network.on("POST", /^\/api\/analytics\//, () => answer(503, {}));
  const { screen, user } = await openApp(site, "/events", { network });
  await waitFor(() => expect(logged.mock.calls.join()).toContain("analytics,page-view"));
  await user.click(screen.getAllByRole("link", { name: "Shop" })[0]!);
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("The shop opens soon"));
  expect(screen.queryByText("Something went wrong")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("§7 a successful page view makes the dashboard fetch its figures again", async () => {
  const network = createNetwork(site.app, { token: (await site.as("admin")).token });
  let letViewGo = () => {};
  const wait = new Promise<void>((resolve) => (letViewGo = resolve));
  // The page view is counted once the first figures have arrived.
  network.on("POST", /page-view$/, async (_call, reach) => {
    await wait;
    return reach();
  });
  const { queryClient } = await openApp(site, "/analytics", { network });
  const asks = () => network.callsTo("GET", /^\/api\/admin\/analytics/).length;
  await waitFor(() => expect(asks()).toBeGreaterThan(0));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const before = asks();
  letViewGo();
  await waitFor(() => expect(asks()).toBeGreaterThan(before));
});

test("§7 a page view that succeeds during the first read makes the dashboard read its figures again", async () => {
  const network = createNetwork(site.app, { token: (await site.as("admin")).token });
  let reads = 0;
  let letFirstGo = () => {};
  const first = new Promise<void>((resolve) => (letFirstGo = resolve));
  network.on("GET", /^\/api\/admin\/analytics\/overview/, async (_call, reach) => {
    // The first read is still under way when the page view is recorded.
    if (++reads === 1) await first;
    return reach();
  });
  network.on("POST", /page-view$/, async (_call, reach) => {
    await waitFor(() => expect(reads).toBe(1));
    return reach();
  });
  const { screen } = await openApp(site, "/analytics", { network });
  await waitFor(() => expect(reads).toBe(2));
  await screen.findAllByText("Visitors");
  letFirstGo();
});
