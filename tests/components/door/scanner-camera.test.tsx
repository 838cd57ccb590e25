import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#tests/kit/site.ts";
import { booksOf, enterCode, nightWithTickets, openDoor, readVerdict } from "./door-kit.tsx";
import { installLens } from "./fake-lens.ts";

let site: Site;
let night: Awaited<ReturnType<typeof nightWithTickets>>;
let lens: ReturnType<typeof installLens>;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  night = await nightWithTickets(site);
  lens = installLens();
});
afterEach(() => lens.remove());

const looking = "Hold the code inside the frame";

test("without a camera the door says so and still admits by hand", async () => {
  lens.refusal = "NotFoundError";
  const app = await openDoor(site, night.eventId);
  await app.door.findByText("No camera found");
  enterCode(app, night.code);
  await readVerdict("admitted");
  expect((await booksOf(site, night.eventId)).admitted).toBe(1);
});

test("a refused camera is explained and can be tried again", async () => {
  lens.refusal = "NotAllowedError";
  const app = await openDoor(site, night.eventId);
  await app.door.findByText("The camera is blocked");
  app.door.getByText(/tap the sign beside the address, then Camera, then Allow/);
  lens.refusal = undefined;
  await app.user.click(app.door.getByRole("button", { name: "Try again" }));
  await app.door.findByText(looking);
});

for (const [name, title] of [
  ["NotReadableError", "The camera is in use"],
  ["SecurityError", "The camera needs https"],
  ["TypeError", "The camera did not start"],
] as const) {
  test(`a camera that answers ${name} is explained: ${title}`, async () => {
    lens.refusal = name;
    const app = await openDoor(site, night.eventId);
    await app.door.findByText(title);
    app.door.getByRole("button", { name: "Try again" });
  });
}

test("a ticket before the camera is admitted, and held still it is one scan", async () => {
  const app = await openDoor(site, night.eventId);
  await app.door.findByText(looking);
  lens.inView = [night.code];
  await readVerdict("admitted");
  await app.user.click(app.door.getByRole("button", { name: "Tap for the next ticket" }));
  await app.door.findByText("Checked. Next ticket, please.");
  expect(await booksOf(site, night.eventId)).toEqual({ admitted: 1, scans: 1 });
});

test("the next ticket in the queue is admitted without a touch of the screen", async () => {
  const [first, second] = night.codes;
  const app = await openDoor(site, night.eventId);
  await app.door.findByText(looking);
  lens.inView = [first!];
  await readVerdict("admitted");
  lens.inView = [second!];
  await vi.waitFor(async () => expect(await booksOf(site, night.eventId)).toEqual({ admitted: 2, scans: 2 }), {
    timeout: 20_000,
    interval: 200,
  });
});

test("a camera that freezes is started again by itself", async () => {
  const app = await openDoor(site, night.eventId);
  await app.door.findByText(looking);
  expect(lens.tracks).toHaveLength(1);
  lens.tracks[0]!.end();
  await vi.waitFor(() => expect(lens.tracks).toHaveLength(2), { timeout: 20_000 });
  await app.door.findByText(looking);
  expect(document.querySelector("video")!.srcObject).not.toBeNull();
  expect(lens.tracks.map(({ readyState }) => readyState)).toEqual(["ended", "live"]);
});

test("a camera that goes on freezing asks for help in the end", async () => {
  const app = await openDoor(site, night.eventId);
  await app.door.findByText(looking);
  // A picture that can be read between the losses would count as a camera that is well again.
  lens.hasPicture = false;
  for (let times = 1; times <= 4; times++) {
    lens.tracks.at(-1)!.end();
    if (times === 4) break;
    await vi.waitFor(() => expect(lens.tracks).toHaveLength(times + 1), { timeout: 20_000 });
    await app.door.findByText(looking);
  }
  await app.door.findByText("The camera stopped");
});

test("a reload in the middle of the queue goes straight back to the open door", async () => {
  const app = await openDoor(site, night.eventId);
  await app.door.findByText(looking);
  app.close();
  expect(lens.tracks[0]!.readyState).toBe("ended");
  const again = await openApp(site, `/ticket-scanner?event=${night.eventId}`, { network: app.network });
  await again.screen.findByText(looking);
  expect(again.address()).toBe(`/ticket-scanner?event=${night.eventId}`);
  await again.user.click(again.screen.getByRole("button", { name: "Close the door" }));
  await again.screen.findByRole("heading", { name: "Ticket Scanner" });
  expect(again.screen.queryByRole("dialog")).toBeNull();
});
