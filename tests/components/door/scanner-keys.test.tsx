import { fireEvent } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSite, type Site } from "#testing/site.ts";
import { booksOf, eventWithTickets, isShown, openDoor, readVerdict } from "./door-kit.tsx";

let site: Site;
let event: Awaited<ReturnType<typeof eventWithTickets>>;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  event = await eventWithTickets(site);
});

/** Presses keys at one moment, as a handheld scanner does on any machine. */
function press(...keys: string[]) {
  for (const key of keys) {
    const target = document.activeElement ?? document.body;
    const options = key.startsWith("Ctrl+") ? { key: key.slice(5), ctrlKey: true } : { key };
    fireEvent.keyDown(target, options);
  }
}

const letters: Record<string, string> = { A: "Q", Q: "A", Z: "W", W: "Z" };
const swap = (code: string, more: Record<string, string>) =>
  Array.from(code, (each) => more[each] ?? letters[each] ?? each).join("");
const digits = (typed: string) => Object.fromEntries([...typed].map((each, digit) => [digit, each]));

test.each<[string, (code: string) => string[]]>([
  ["and Tab", (code) => [...code, "Tab"]],
  ["and no key", (code) => [...code]],
  ["and Ctrl+M and Ctrl+J", (code) => [...code, "Ctrl+m", "Ctrl+j"]],
  ["on an AZERTY device", (code) => [...swap(code, { ...digits("à&é\"'(-è_ç"), M: "?" }), "Enter"]],
  ["by a scanner set to AZERTY", (code) => [...swap(code, { ...digits(")!@#$%^&*("), M: ":" })]],
  ["on a QWERTZ device", (code) => [...code.replace(/[YZ]/g, (each) => (each === "Y" ? "Z" : "Y")), "Enter"]],
])("a handheld scanner's code %s is admitted, and its keys press nothing", async (_, keys) => {
  const app = await openDoor(site, event.eventId);
  const sound = app.door.getByRole("button", { name: "Sound" });
  sound.focus();
  press(...keys(event.code));
  await readVerdict("admitted");
  expect(sound.getAttribute("aria-pressed")).toBe("true");
  expect(await booksOf(site, event.eventId)).toEqual({ admitted: 1, scans: 1 });
});

test("a code that a scanner types into the field needs no key, and the key that follows means nothing", async () => {
  const app = await openDoor(site, event.eventId);
  const field = app.door.getByLabelText<HTMLInputElement>("Name, email, order or code");
  await app.user.type(field, `${event.code}{Enter}`);
  await readVerdict("admitted");
  expect([field.value, app.door.queryByText(/^Enter a name/)]).toEqual(["", null]);
  await app.user.click(app.door.getByRole("button", { name: "Tap for next ticket" }));
  await app.user.type(field, event.codes[1]!);
  await app.user.tab();
  await readVerdict("admitted");
  expect(document.activeElement).toBe(field);
  expect((await booksOf(site, event.eventId)).scans).toBe(2);
});

test("a person's Tab still moves the focus, and a code that broke off is sent as it is", async () => {
  const app = await openDoor(site, event.eventId);
  app.door.getByRole("button", { name: "Sound" }).focus();
  expect(fireEvent.keyDown(document.activeElement!, { key: "Tab" })).toBe(true);
  press(...event.code.slice(0, 30), "Tab");
  await readVerdict("unknown");
  expect(isShown("admitted")).toBe(false);
});
