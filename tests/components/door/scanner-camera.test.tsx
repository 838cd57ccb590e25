import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";
import { booksOf, enterCode, eventWithTickets, openDoor, readVerdict } from "./door-kit.tsx";
import { installLens } from "./fake-lens.ts";

let site: Site;
let event: Awaited<ReturnType<typeof eventWithTickets>>;
let lens: ReturnType<typeof installLens>;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  event = await eventWithTickets(site);
  lens = installLens();
});
afterEach(() => lens.remove());

const prompt = "Hold the code inside the frame";

test("without a camera the scanner says so and still admits by typed code", async () => {
  lens.refusal = "NotFoundError";
  const app = await openDoor(site, event.eventId);
  await app.door.findByText("No camera found");
  enterCode(app, event.code);
  await readVerdict("admitted");
  expect((await booksOf(site, event.eventId)).admitted).toBe(1);
});

test("a blocked camera is explained, and staff can try again", async () => {
  lens.refusal = "NotAllowedError";
  const app = await openDoor(site, event.eventId);
  await app.door.findByText("The camera is blocked");
  app.door.getByText(/tap the icon next to the address, then Camera, then Allow/);
  lens.refusal = undefined;
  await app.user.click(app.door.getByRole("button", { name: "Try again" }));
  await app.door.findByText(prompt);
});

for (const [name, title] of [
  ["NotReadableError", "The camera is in use"],
  ["SecurityError", "The camera needs HTTPS"],
  ["TypeError", "The camera didn't start"],
] as const) {
  test(`a camera that fails with ${name} is explained: ${title}`, async () => {
    lens.refusal = name;
    const app = await openDoor(site, event.eventId);
    await app.door.findByText(title);
    app.door.getByRole("button", { name: "Try again" });
  });
}

test("a ticket in front of the camera is admitted, and holding it still makes only one scan", async () => {
  const app = await openDoor(site, event.eventId);
  await app.door.findByText(prompt);
  lens.inView = [event.code];
  await readVerdict("admitted");
  await app.user.click(app.door.getByRole("button", { name: "Tap for next ticket" }));
  await app.door.findByText("Checked. Next ticket, please.");
  expect(await booksOf(site, event.eventId)).toEqual({ admitted: 1, scans: 1 });
});

test("the next ticket in line is admitted without touching the screen", async () => {
  const [first, second] = event.codes;
  const app = await openDoor(site, event.eventId);
  await app.door.findByText(prompt);
  lens.inView = [first!];
  await readVerdict("admitted");
  lens.inView = [second!];
  await vi.waitFor(async () => expect(await booksOf(site, event.eventId)).toEqual({ admitted: 2, scans: 2 }), {
    timeout: 60_000,
    interval: 200,
  });
});

test("a camera that freezes restarts automatically", async () => {
  const app = await openDoor(site, event.eventId);
  await app.door.findByText(prompt);
  expect(lens.tracks).toHaveLength(1);
  lens.tracks[0]!.end();
  await vi.waitFor(() => expect(lens.tracks).toHaveLength(2), { timeout: 60_000 });
  await app.door.findByText(prompt);
  expect(document.querySelector("video")!.srcObject).not.toBeNull();
  expect(lens.tracks.map(({ readyState }) => readyState)).toEqual(["ended", "live"]);
});

test("a camera that keeps freezing eventually asks for help", async () => {
  const app = await openDoor(site, event.eventId);
  await app.door.findByText(prompt);
  // A readable image between the failures would count as a recovered camera.
  lens.hasPicture = false;
  for (let times = 1; times <= 4; times++) {
    lens.tracks.at(-1)!.end();
    if (times === 4) break;
    await vi.waitFor(() => expect(lens.tracks).toHaveLength(times + 1), { timeout: 60_000 });
    await app.door.findByText(prompt);
  }
  await app.door.findByText("The camera stopped");
});

test("a reload while people are in line goes straight back to the running scanner", async () => {
  const app = await openDoor(site, event.eventId);
  await app.door.findByText(prompt);
  app.close();
  expect(lens.tracks[0]!.readyState).toBe("ended");
  const again = await openApp(site, `/ticket-scanner?event=${event.eventId}`, { network: app.network });
  await again.screen.findByText(prompt);
  expect(again.address()).toBe(`/ticket-scanner?event=${event.eventId}`);
  await again.user.click(again.screen.getByRole("button", { name: "Stop scanning" }));
  await again.screen.findByRole("heading", { name: "Check-in" });
  expect(again.screen.queryByRole("dialog")).toBeNull();
});
