import { act, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { answer, createNetwork, type Network } from "#tests/components/kit/browser-network.ts";
import { expectConsoleError } from "#tests/components/kit/console-errors.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { holdTime, storeUser, marva, settled } from "#tests/components/kit/visitor.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

/** A browser that believes Marva is signed in. */
function networkOfMarva(): Network {
  const network = createNetwork(site.app);
  network.on("GET", /^\/api\/me$/, () => answer(200, marva));
  return network;
}

const tokens = ["of-user", "of-local", "of-session", "of-provider"];

test.each([
  ["the stored user", 0],
  ["local storage", 1],
  ["session storage", 2],
  ["the third-party identity token", 3],
])("§7 the bearer token comes from %s when nothing before it has one", async (_place, first) => {
  storeUser(first === 0 ? { ...marva, token: tokens[0] } : marva);
  if (first <= 1) localStorage.setItem("authToken", tokens[1]!);
  if (first <= 2) sessionStorage.setItem("authToken", tokens[2]!);
  localStorage.setItem("firebaseToken", tokens[3]!);
  const network = networkOfMarva();
  network.on("POST", /^\/api\/analytics\//, () => answer(200, {}));
  await openApp(site, "/password-reset", { network });
  await waitFor(() => expect(network.callsTo("GET", /^\/api\/me$/)).toHaveLength(1));
  const { headers } = network.callsTo("GET", /^\/api\/me$/)[0]!;
  expect(headers.get("authorization")).toBe(`Bearer ${tokens[first]}`);
  expect(headers.get("user-id")).toBe("7");
  expect(JSON.parse(headers.get("user-data") ?? "")).toEqual({ id: 7, username: "marva", role: "user" });
});

test("§7 a visitor's calls carry none of these headers", async () => {
  const app = await openApp(site, "/events");
  await settled(app);
  const names = app.network.calls.flatMap(({ headers }) => [...headers.keys()]);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => /^(user-id|user-data|authorization)$/.test(name))).toEqual([]);
});

const reads = (network: Network) => network.callsTo("GET", /^\/api\/events(\?|$)/);

test("§7 a data query is a GET on the first element of its key, with the same headers", async () => {
  storeUser(marva);
  const app = await openApp(site, "/password-reset", { network: networkOfMarva() });
  await app.screen.findByRole("button", { name: "Account: Marva Bright" });
  await app.go("/events");
  await waitFor(() => expect(document.title).toMatch(/^Events/));
  const [read] = reads(app.network);
  expect([read?.method, read?.body]).toEqual(["GET", undefined]);
  expect(app.queryClient.getQueryState([read?.path])?.status).toBe("success");
  expect(read?.headers.get("user-id")).toBe("7");
  expect(JSON.parse(read?.headers.get("user-data") ?? "")).toEqual({ id: 7, username: "marva", role: "user" });
});

test("§9 cached data never goes stale and is not fetched again on focus", async () => {
  const app = await openApp(site, "/password-reset");
  const goTo = async (path: string, title: RegExp) => {
    await app.go(path);
    await waitFor(() => expect(document.title).toMatch(title));
  };
  await goTo("/events", /^Events/);
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  const asked = reads(app.network).map(({ path }) => path);
  expect(asked.length).toBeGreaterThan(0);
  holdTime();
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
  await goTo("/shop", /^Shop/);
  await goTo("/events", /^Events/);
  act(() => {
    window.dispatchEvent(new Event("focus"));
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("online"));
  });
  await settled(app);
  expect(reads(app.network).map(({ path }) => path)).toEqual(asked);
});

test("§9 a failed data query is not retried automatically", async () => {
  expectConsoleError(/503/);
  const app = await openApp(site, "/password-reset");
  app.network.on("GET", /^\/api\/events(\?|$)/, () => answer(503, { message: "Closed" }));
  await app.go("/events");
  await app.screen.findByRole("heading", { name: "We'll be right back" });
  const before = reads(app.network).map(({ path }) => path);
  expect(before).toEqual(["/api/events"]);
  holdTime();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads(app.network).map(({ path }) => path)).toEqual(before);
});

test("§3 a signed-in user's page view carries the user's id", async () => {
  const member = await site.as("user", "marva");
  storeUser({ ...marva, id: member.id });
  const { network } = await openApp(site, "/password-reset", { as: member });
  await waitFor(() => expect(network.callsTo("POST", /page-view$/)).toHaveLength(1));
  expect(JSON.parse(network.callsTo("POST", /page-view$/)[0]!.body!)).toMatchObject({
    path: "/password-reset",
    userId: member.id,
  });
});
