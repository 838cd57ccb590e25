import { act } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";

// The time left comes from the server: its deadline by its own clock, whatever the phone's clock says.

let site: Site;
beforeAll(async () => {
  site = await createSite();
  await installMovingClock(site.database, { isFrozen: true });
});
afterAll(() => site.close());
afterEach(() => {
  vi.useRealTimers();
});

/** An order that has been on hold for this many seconds by the server's clock. */
async function heldSince(seconds: number) {
  const buyer = await site.as("guest");
  const placed = await buyer.post(
    "/api/orders",
    draft([{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]),
  );
  await moveClock(site.database, seconds);
  return { buyer, id: placed.body.id, expiresAt: Date.parse(placed.body.holdExpiresAt!) };
}

/** Seconds until the deadline by the server's clock. */
async function secondsByServer(expiresAt: number): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_now() as now`.execute(site.db);
  return Math.round((expiresAt - rows[0]!.now.getTime()) / 1000);
}

const clock = ({ screen }: OpenApp) => screen.findByRole("timer", { name: "Time left" });
const open = (id: string, buyer: Client) => openApp(site, `/checkout?order=${id}`, { as: buyer });
const written = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Sets the phone's clock independently of the server's. It stands still until it is set again. */
const setPhone = (milliseconds: number) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(milliseconds);
};

for (const [phone, offBySeconds] of [
  ["right", 0],
  ["a minute fast", 60],
  ["a minute slow", -60],
  ["a day fast", 86_400],
  ["an hour slow", -3600],
] as const) {
  test(`on a phone whose clock is ${phone} the time left is the server's`, async () => {
    const { buyer, id, expiresAt } = await heldSince(97);
    const left = await secondsByServer(expiresAt);
    expect(left).toBe(503);
    setPhone(expiresAt - left * 1000 + offBySeconds * 1000);
    const app = await open(id, buyer);
    const shown = await clock(app);
    expect(shown.textContent).toBe(written(left));
    app.screen.getByText("9 minutes left to pay.");
    // The page fetches the order once more when it opens; wait for that response before moving the clock.
    const asked = () => app.queryClient.getQueryState([`/api/orders/${id}`])!;
    await vi.waitFor(() => expect(asked()).toMatchObject({ dataUpdateCount: 2, fetchStatus: "idle" }), {
      timeout: 60_000,
    });
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
    // The timer counts elapsed time on the phone, not the phone's time of day.
    vi.setSystemTime(Date.now() + 90_000);
    await vi.waitFor(() => expect(shown.textContent).toBe(written(left - 90)), { timeout: 60_000 });
  });
}

test("the next server response corrects the time left after the phone's clock was off", async () => {
  const { buyer, id } = await heldSince(0);
  setPhone(Date.now());
  const app = await open(id, buyer);
  expect((await clock(app)).textContent).toBe("10:00");
  await moveClock(site.database, 45);
  await app.queryClient.invalidateQueries({ queryKey: [`/api/orders/${id}`] });
  await vi.waitFor(async () => expect((await clock(app)).textContent).toBe("9:15"), { timeout: 60_000 });
});

test("the timer warns in the last minute; when time runs out the tickets are released and the buyer can choose again", async () => {
  const { buyer, id } = await heldSince(560);
  const app = await open(id, buyer);
  await clock(app);
  app.screen.getByText("Less than a minute left to pay.");
  await moveClock(site.database, 60);
  await site.app.runJob("holds");
  await app.queryClient.invalidateQueries({ queryKey: [`/api/orders/${id}`] });
  await app.screen.findByRole("heading", { level: 1, name: "Time ran out" });
  app.screen.getByText("You weren't charged.");
  expect(app.screen.queryByRole("button", { name: /Pay/ })).toBeNull();
  expect(app.screen.getByRole("link", { name: "Choose again" }).getAttribute("href")).toMatch(/^\/events\/\d+\//);
});
