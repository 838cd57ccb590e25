import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";
import { booksOf, eventWithTickets, openDoor, readVerdict } from "./door-kit.tsx";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const field = "Name, email, order or code";

test("a guest without a phone is found by name, checked in, and the check-in is undone after one question", async () => {
  const { eventId, order } = await eventWithTickets(site);
  const app = await openDoor(site, eventId);
  await app.user.type(app.door.getByLabelText(field), "ada b");
  const [found] = await app.door.findAllByRole("button", { name: "Check in Ada Buyer, General Admission" });
  const list = within(app.door.getByRole("region", { name: "Tickets found" }));
  expect(list.getAllByText(order.number, { exact: false })).toHaveLength(2);
  await app.user.click(found!);
  expect((await readVerdict("admitted")).alerts).toContain("Admitted. Check ID 21+. Ada Buyer");
  expect((await booksOf(site, eventId)).admitted).toBe(1);

  await app.user.click(app.door.getByRole("button", { name: "Undo" }));
  const question = within(await app.door.findByRole("group", { name: "Undo the check-in of Ada Buyer" }));
  expect((await booksOf(site, eventId)).admitted).toBe(1);
  expect(document.activeElement?.textContent).toBe("Undo check-in");
  await app.user.keyboard("{Enter}");
  await waitFor(() => expect(app.door.queryByRole("group", { name: /^Undo/ })).toBeNull());
  expect(question).toBeTruthy();
  await app.door.findByText("Undone");
  expect((await booksOf(site, eventId)).admitted).toBe(0);
});

test("a check-in that another gate made shows in the search, and can be undone there", async () => {
  const { eventId, order } = await eventWithTickets(site);
  const [ticket] = order.tickets;
  const scan = { code: ticket!.code, eventId, deviceId: "other gate", scanId: crypto.randomUUID(), gate: "North" };
  await (await site.as("moderator")).post("/api/scans", scan);
  const app = await openDoor(site, eventId);
  await app.user.type(app.door.getByLabelText(field), order.number);
  const list = within(await app.door.findByRole("region", { name: "Tickets found" }));
  await list.findByText("Already in");
  await app.user.click(list.getByRole("button", { name: "Undo the check-in of Ada Buyer" }));
  await app.user.click(await list.findByRole("button", { name: "Undo check-in" }));
  await waitFor(() => expect(list.getAllByRole("button", { name: /^Check in Ada/ })).toHaveLength(2));
  expect((await booksOf(site, eventId)).admitted).toBe(0);
});

test("scanning for an event that is days ahead or over asks once", async () => {
  const day = 86_400_000;
  const soon = Date.now() + 5 * day;
  const ahead = await site.create.event({
    title: "Far Fete",
    startsAt: new Date(soon),
    endsAt: new Date(soon + day / 4),
  });
  const ended = await site.create.event({
    title: "Past Fete",
    startsAt: new Date(Date.now() - day / 2),
    endsAt: new Date(Date.now() - day / 4),
  });
  for (const [id, title, words] of [
    [ahead, "This event isn't today", /Far Fete: It's on .+, in 5 days/],
    [ended, "This event is over", /Past Fete: It ended on /],
  ] as const) {
    const { screen, user, close } = await openApp(site, `/ticket-scanner?event=${id}`, {
      as: await site.as("moderator"),
    });
    const start = async () => user.click(await screen.findByRole("button", { name: "Start scanning" }));
    await start();
    const question = within(await screen.findByRole("dialog", { name: title }));
    question.getByText(words);
    await user.click(question.getByRole("button", { name: "Choose another event" }));
    await start();
    await user.click(
      within(await screen.findByRole("dialog", { name: title })).getByRole("button", { name: "Scan for it anyway" }),
    );
    await screen.findByRole("dialog", { name: /^Check-in for / });
    await user.click(screen.getByRole("button", { name: "Stop scanning" }));
    await start();
    await screen.findByRole("dialog", { name: /^Check-in for / });
    close();
  }
});
