import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { answer } from "#tests/components/kit/browser-network.ts";
import { createSite, type Site } from "#testing/site.ts";
import { booksOf, enterCode, isShown, eventWithTickets, openDoor, readVerdict, type OpenDoor } from "./door-kit.tsx";

let site: Site;
let event: Awaited<ReturnType<typeof eventWithTickets>>;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  event = await eventWithTickets(site);
});
afterEach(() => {
  vi.useRealTimers();
});

const scans = /^\/api\/scans$/;
const wait = { timeout: 60_000 };

/** Skips the pauses between attempts until this many have been made. */
const triesReach = ({ network }: OpenDoor, count: number) =>
  vi.waitFor(() => {
    window.dispatchEvent(new Event("online"));
    expect(network.callsTo("POST", scans).length).toBeGreaterThanOrEqual(count);
  }, wait);

const cut = () => {
  throw new TypeError("Failed to fetch");
};

test("without a network nobody is admitted, and the same scan goes through once the network is back", async () => {
  const app = await openDoor(site, event.eventId);
  const mend = app.network.on("POST", scans, cut);
  enterCode(app, event.code);
  const { text, alerts } = await readVerdict("none");
  expect(text).toContain("Not admitted yet");
  expect(text).toContain("Trying again");
  expect(alerts).toContain("No connection. Not admitted yet. Trying again.");
  await triesReach(app, 3);
  expect(await booksOf(site, event.eventId)).toEqual({ admitted: 0, scans: 0 });

  mend();
  window.dispatchEvent(new Event("online"));
  await readVerdict("admitted");
  const numbers = app.network.callsTo("POST", scans).map(({ body }) => JSON.parse(body!).scanId as string);
  expect(new Set(numbers).size).toBe(1);
  expect(await booksOf(site, event.eventId)).toEqual({ admitted: 1, scans: 1 });
});

test("a lost response does not turn the guest away", async () => {
  const app = await openDoor(site, event.eventId);
  let lost = 0;
  app.network.on("POST", scans, async (_call, reach) => {
    const reply = await reach();
    return lost++ > 0 ? reply : cut();
  });
  enterCode(app, event.code);
  await triesReach(app, 2);
  await readVerdict("admitted");
  expect(await booksOf(site, event.eventId)).toEqual({ admitted: 1, scans: 1 });
});

test("a scan that was stopped and then repeated asks for the first scan's result", async () => {
  const app = await openDoor(site, event.eventId);
  const mend = app.network.on("POST", scans, async (_call, reach) => (await reach(), cut()));
  enterCode(app, event.code);
  await app.user.click(await app.door.findByRole("button", { name: "Stop trying" }));
  expect(isShown("none")).toBe(false);
  mend();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 3100);
  enterCode(app, event.code);
  await readVerdict("admitted");
  const numbers = app.network.callsTo("POST", scans).map(({ body }) => JSON.parse(body!).scanId as string);
  expect(new Set(numbers).size).toBe(1);
  expect(await booksOf(site, event.eventId)).toEqual({ admitted: 1, scans: 1 });
});

test("a Wi-Fi sign-in page is never taken for a verdict", async () => {
  const app = await openDoor(site, event.eventId);
  const answers = [
    () => new Response("<h1>Welcome to Club Wi-Fi</h1>", { headers: { "content-type": "text/html" } }),
    () => answer(200, { verdict: "admitted", scanId: crypto.randomUUID() }),
    () => answer(200, { verdict: "admitted" }),
  ];
  let given = 0;
  app.network.on("POST", scans, () => answers[given++ % answers.length]!());
  enterCode(app, event.code);
  await triesReach(app, 6);
  expect((await readVerdict("none")).text).toContain("Not admitted yet");
  expect(isShown("admitted")).toBe(false);
  expect(await booksOf(site, event.eventId)).toEqual({ admitted: 0, scans: 0 });
});

test("with an expired session the scanner says that the ticket was not checked", async () => {
  const app = await openDoor(site, event.eventId);
  await site.db.deleteFrom("sessions").execute();
  enterCode(app, event.code);
  expect((await readVerdict("signed_out")).text).toMatch(/signed out/i);
  expect((await booksOf(site, event.eventId)).admitted).toBe(0);
});

test("when the server is slow the scanner says so and admits nobody meanwhile", async () => {
  const app = await openDoor(site, event.eventId);
  let reply: (value: Response) => void = () => undefined;
  app.network.on(
    "POST",
    scans,
    (_call, reach) => new Promise<Response>((resolve) => (reply = () => void reach().then(resolve))),
  );
  enterCode(app, event.code);
  expect((await readVerdict("none")).text).toContain("Not admitted yet");
  expect(app.network.callsTo("POST", scans)).toHaveLength(1);
  reply(new Response());
  await readVerdict("admitted");
});

test("the counter says when it is out of date", async () => {
  const app = await openDoor(site, event.eventId);
  await app.door.findByText("checked in / tickets");
  app.network.on("GET", /^\/api\/door\/events\/\d+$/, cut);
  await app.queryClient.refetchQueries({ queryKey: [`/api/door/events/${event.eventId}`] });
  await app.door.findByText("not up to date");
});
