import { fireEvent } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSite, type Site } from "#tests/kit/site.ts";
import { refund, wish } from "#tests/refunds/kit.ts";
import { booksOf, enterCode, isShown, nightWithTickets, openDoor, readVerdict } from "./door-kit.tsx";

let site: Site;
let night: Awaited<ReturnType<typeof nightWithTickets>>;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  night = await nightWithTickets(site);
});

test("a code typed by hand is forgiven its spaces and lower case", async () => {
  const app = await openDoor(site, night.eventId);
  await app.user.type(app.door.getByLabelText("Code by hand"), night.code.toLowerCase().replace(/(.{4})/g, "$1 "));
  await app.user.keyboard("{Enter}");
  await readVerdict("admitted");
  expect(await booksOf(site, night.eventId)).toEqual({ admitted: 1, scans: 1 });
});

test("a code with letters missing is not sent", async () => {
  const app = await openDoor(site, night.eventId);
  enterCode(app, night.code.slice(0, 30));
  await app.door.findByText("A code has 38 letters and digits; this has 30.");
  expect(app.network.callsTo("POST", /scans/)).toEqual([]);
});

test("a hand scanner that types needs no field, and its Enter presses no button", async () => {
  const app = await openDoor(site, night.eventId);
  const sound = app.door.getByRole("button", { name: "Sound" });
  sound.focus();
  await app.user.keyboard(`${night.code}{Enter}`);
  await readVerdict("admitted");
  expect(sound.getAttribute("aria-pressed")).toBe("true");
  expect(await booksOf(site, night.eventId)).toEqual({ admitted: 1, scans: 1 });
});

test("an admitted guest is named with the type and what to check, on the screen and for the ear, and the counter moves", async () => {
  const app = await openDoor(site, night.eventId);
  enterCode(app, night.code);
  const { text, alerts } = await readVerdict("admitted");
  for (const words of ["Admitted", "Ada Buyer", "General Admission", "Check ID 21+"]) expect(text).toContain(words);
  expect(alerts).toContain("Admitted. Check ID 21+. Ada Buyer, General Admission");
  await app.user.click(app.door.getByRole("button", { name: "Tap for the next ticket" }));
  expect(isShown("admitted")).toBe(false);
  expect(app.door.getByText("1", { selector: "p" }).textContent).toBe("1 / 2");
});

test("a ticket shown again is already in, with the time and the gate", async () => {
  const app = await openDoor(site, night.eventId, { gate: "North door" });
  enterCode(app, night.code);
  await readVerdict("admitted");
  app.close();

  const south = await openDoor(site, night.eventId, { gate: "South door" });
  enterCode(south, night.code);
  const { text } = await readVerdict("already_admitted");
  expect(text).toMatch(/already[\s\S]*in at \d+:\d\d [ap]m/i);
  expect(text).toContain("Gate: North door");
  expect((await booksOf(site, night.eventId)).admitted).toBe(1);
});

test("a forged code is unknown", async () => {
  const app = await openDoor(site, night.eventId);
  enterCode(app, night.code.slice(0, -1) + (night.code.at(-1) === "0" ? "1" : "0"));
  expect((await readVerdict("unknown")).text).toContain("Not one of our codes");
  expect((await booksOf(site, night.eventId)).admitted).toBe(0);
});

test("a ticket of another night is refused without its holder's name", async () => {
  const other = await site.make.event({ title: "Sound Clash" });
  const app = await openDoor(site, other);
  enterCode(app, night.code);
  const { text, alerts } = await readVerdict("wrong_event");
  expect(text).toMatch(/wrong/i);
  expect(`${text} ${alerts}`).not.toMatch(/ada buyer/i);
  expect((await booksOf(site, night.eventId)).admitted).toBe(0);
});

test("a refunded ticket is void at the door and says why", async () => {
  const ticketIds = [night.order.tickets[0]!.id];
  await refund(await site.as("admin"), night.order.id, wish(2500, { ticketIds }));
  const app = await openDoor(site, night.eventId);
  enterCode(app, night.code);
  expect((await readVerdict("void")).text).toContain("refunded");
  expect((await booksOf(site, night.eventId)).admitted).toBe(0);
});

test("the last scans stand below, the newest first, and stay when the door is closed and opened again", async () => {
  const app = await openDoor(site, night.eventId);
  const [first, second] = night.codes;
  enterCode(app, first!);
  await readVerdict("admitted");
  await app.user.click(app.door.getByRole("button", { name: "Tap for the next ticket" }));
  enterCode(app, `SG${"0".repeat(36)}`);
  await readVerdict("unknown");
  enterCode(app, second!);
  await readVerdict("admitted");
  const words = () => [...document.querySelectorAll('[aria-label="Last scans"] li')].map((scan) => scan.textContent);
  expect(words().map((text) => /Admitted|Unknown/.exec(text)?.[0])).toEqual(["Admitted", "Unknown", "Admitted"]);
  fireEvent.click(app.door.getByRole("button", { name: "Close the door" }));
  await app.user.click(await app.screen.findByRole("button", { name: "Open the door" }));
  expect(words()).toHaveLength(3);
});
