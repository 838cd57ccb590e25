import { fireEvent } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSite, type Site } from "#testing/site.ts";
import { refund, wish } from "#tests/refunds/kit.ts";
import { booksOf, enterCode, isShown, eventWithTickets, openDoor, readVerdict } from "./door-kit.tsx";

let site: Site;
let event: Awaited<ReturnType<typeof eventWithTickets>>;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  event = await eventWithTickets(site);
});

test("a code typed by hand may contain spaces and lowercase letters", async () => {
  const app = await openDoor(site, event.eventId);
  await app.user.type(
    app.door.getByLabelText("Name, email, order or code"),
    event.code.toLowerCase().replace(/(.{4})/g, "$1 "),
  );
  await app.user.keyboard("{Enter}");
  await readVerdict("admitted");
  expect(await booksOf(site, event.eventId)).toEqual({ admitted: 1, scans: 1 });
});

test("an incomplete code is not sent", async () => {
  const app = await openDoor(site, event.eventId);
  enterCode(app, event.code.slice(0, 30));
  await app.door.findByText("A code has 38 letters and digits. This one has 30.");
  expect(app.network.callsTo("POST", /scans/)).toEqual([]);
});

test("a handheld scanner that types needs no focused field, and its Enter presses no button", async () => {
  const app = await openDoor(site, event.eventId);
  const sound = app.door.getByRole("button", { name: "Sound" });
  sound.focus();
  await app.user.keyboard(`${event.code}{Enter}`);
  await readVerdict("admitted");
  expect(sound.getAttribute("aria-pressed")).toBe("true");
  expect(await booksOf(site, event.eventId)).toEqual({ admitted: 1, scans: 1 });
});

test("an admitted guest's name, ticket type and checks are shown and announced, and the counter goes up", async () => {
  const app = await openDoor(site, event.eventId);
  enterCode(app, event.code);
  const { text, alerts } = await readVerdict("admitted");
  for (const words of ["Admitted", "Ada Buyer", "General Admission", "Check ID 21+"]) expect(text).toContain(words);
  expect(alerts).toContain("Admitted. Check ID 21+. Ada Buyer, General Admission");
  await app.user.click(app.door.getByRole("button", { name: "Tap for next ticket" }));
  expect(isShown("admitted")).toBe(false);
  expect(app.door.getByText("1", { selector: "p" }).textContent).toBe("1 / 2");
});

test("a ticket shown again is already checked in, with the time and the gate", async () => {
  const app = await openDoor(site, event.eventId, { gate: "North door" });
  enterCode(app, event.code);
  await readVerdict("admitted");
  app.close();

  const south = await openDoor(site, event.eventId, { gate: "South door" });
  enterCode(south, event.code);
  const { text } = await readVerdict("already_admitted");
  expect(text).toMatch(/already[\s\S]*entered at \d+:\d\d [ap]m/i);
  expect(text).toContain("Gate: North door");
  expect((await booksOf(site, event.eventId)).admitted).toBe(1);
});

test("a forged code is unknown", async () => {
  const app = await openDoor(site, event.eventId);
  enterCode(app, event.code.slice(0, -1) + (event.code.at(-1) === "0" ? "1" : "0"));
  expect((await readVerdict("unknown")).text).toContain("Not one of our codes");
  expect((await booksOf(site, event.eventId)).admitted).toBe(0);
});

test("a ticket for another event is rejected, and the scanner names its holder and its event", async () => {
  const other = await site.create.event({ title: "Sound Clash", startsAt: new Date(Date.now() + 3_600_000) });
  const app = await openDoor(site, other);
  enterCode(app, event.code);
  const { text, alerts } = await readVerdict("wrong_event");
  for (const words of ["Ada Buyer", "Velvet Riddim"])
    expect([text, alerts]).toEqual([expect.stringContaining(words), expect.stringContaining(words)]);
  expect((await booksOf(site, event.eventId)).admitted).toBe(0);
});

test("a refunded ticket is void at the door, and the scanner says why", async () => {
  const ticketIds = [event.order.tickets[0]!.id];
  await refund(await site.as("admin"), event.order.id, wish(2500, { ticketIds }));
  const app = await openDoor(site, event.eventId);
  enterCode(app, event.code);
  expect((await readVerdict("void")).text).toContain("refunded");
  expect((await booksOf(site, event.eventId)).admitted).toBe(0);
});

test("the last scans are listed newest first, and stay when the scanner is stopped and started again", async () => {
  const app = await openDoor(site, event.eventId);
  const [first, second] = event.codes;
  enterCode(app, first!);
  await readVerdict("admitted");
  await app.user.click(app.door.getByRole("button", { name: "Tap for next ticket" }));
  enterCode(app, `SG${"0".repeat(36)}`);
  await readVerdict("unknown");
  enterCode(app, second!);
  await readVerdict("admitted");
  const words = () => [...document.querySelectorAll('[aria-label="Recent scans"] li')].map((scan) => scan.textContent);
  expect(words().map((text) => /Admitted|Unknown/.exec(text)?.[0])).toEqual(["Admitted", "Unknown", "Admitted"]);
  fireEvent.click(app.door.getByRole("button", { name: "Stop scanning" }));
  await app.user.click(await app.screen.findByRole("button", { name: "Start scanning" }));
  expect(words()).toHaveLength(3);
});
