import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStorage } from "#testing/storage-double.ts";
import { connectService, track } from "./track.ts";

const asked: { path: string; init: RequestInit }[] = [];
const sent: unknown[][] = [];

beforeEach(() => {
  asked.length = 0;
  sent.length = 0;
  vi.stubGlobal("localStorage", createStorage());
  vi.stubGlobal("sessionStorage", createStorage());
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push({ path, init });
    return new Response(null, { status: 204 });
  });
  connectService((...said) => void sent.push(said));
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["productView", "products/12/view", "view_item"],
  ["productDetailClick", "products/12/detail-click", "select_item"],
  ["eventView", "events/12/view", "view_event"],
  ["ticketClick", "events/12/ticket-click", "select_ticket"],
] as const)("%s posts to %s without a body and sends the web analytics service %s", (what, path, name) => {
  track[what](12, "Kaftan");
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ path: `/api/analytics/${path}`, init: { method: "POST" } });
  expect(asked[0]?.init.body ?? null).toBeNull();
  expect(asked[0]?.init.headers).toMatchObject({ "content-type": "application/json" });
  expect(sent.map(([said]) => said)).toEqual([name]);
});

test("what happened on this page before a yes is sent then, earlier pages never, and nothing after a no", () => {
  const names = () => sent.splice(0).map(([said]) => said);
  connectService(undefined);
  vi.stubGlobal("location", { pathname: "/shop" });
  track.productView(12, "Kaftan");
  vi.stubGlobal("location", { pathname: "/events/7/last-lap" });
  track.eventView(7, "Last Lap");
  const service = (...said: unknown[]) => void sent.push(said);
  connectService(service);
  expect(names()).toEqual(["view_event"]);
  track.ticketClick(7, "Last Lap");
  expect(names()).toEqual(["select_ticket"]);
  connectService(undefined);
  track.ticketClick(7, "Last Lap");
  connectService(undefined);
  connectService(service);
  expect(names()).toEqual([]);
});
