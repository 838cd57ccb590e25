import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { answer } from "#tests/components/kit/browser-network.ts";
import { dialogOf, errorAt, fill, holdCalls, valueOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const patch = /^\/api\/admin\/events\/\d+$/;

async function openEditor(draft: Parameters<Site["create"]["event"]>[0] = {}) {
  const eventId = await site.create.event(draft);
  const app = await openApp(site, `/admin?section=events&id=${eventId}&tab=details`, { as: admin });
  const { screen } = app;
  await screen.findByRole("navigation", { name: "Event sections" });
  await screen.findByLabelText(/^Tagline/);
  const path = `/api/admin/events/${eventId}` as const;
  const read = async () => (await admin.get(path)).body;
  return {
    ...app,
    eventId,
    read,
    /** Another admin saves these changes in the meantime. */
    async saveElsewhere(changes: object) {
      const other = await site.as("admin");
      const reply = await other.call("PATCH", path, { version: (await read()).version, changes });
      expect(reply.status).toBe(200);
    },
    says: (text: string) =>
      waitFor(() =>
        expect(screen.getAllByRole("status").some((status) => status.textContent.includes(text))).toBe(true),
      ),
    save: () => app.user.keyboard("{Control>}s{/Control}"),
  };
}

test("a time that the clock change skips or repeats gets a warning, whatever the browser's own time zone", async () => {
  const ownZone = process.env["TZ"];
  process.env["TZ"] = "Asia/Tokyo";
  onTestFinished(() => {
    if (ownZone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = ownZone;
  });
  expect(new Date(0).getHours()).toBe(9);
  const { screen, user, says } = await openEditor();
  const starts = await screen.findByLabelText(/^Starts/);
  fill(starts, "2035-03-11T02:30");
  await screen.findByText(/02:30 doesn't exist/);
  expect(valueOf(starts)).toBe("2035-03-11T03:30");
  fill(starts, "2035-11-04T01:30");
  const [twice] = await screen.findAllByRole("group", { name: /happens twice/ });
  await user.click(within(twice!).getByLabelText(/^Second/));
  const second = within(twice!).getByLabelText<HTMLInputElement>(/Second: November 4, 2035 at 01:30 AM EST/);
  expect(second.checked).toBe(true);
  await says("Unsaved changes");
  const undo = screen.getByRole<HTMLButtonElement>("button", { name: "Undo" });
  while (!undo.disabled) await user.click(undo);
  await says("All changes saved");
});

test("an invalid value shows an error at its field and is not sent", async () => {
  const { screen, user, network, says, save } = await openEditor({ title: "Velvet Riddim" });
  const name = screen.getByLabelText(/^Name/);
  await user.clear(name);
  await save();
  await waitFor(() => expect(errorAt(name)).toContain("Enter a name, up to 120 characters"));
  await says("1 issue to fix");
  fill(screen.getByLabelText(/^Ends/), "2020-01-01T22:00");
  await waitFor(() => expect(errorAt(screen.getByLabelText(/^Ends/))).toContain("The end must be after the start"));
  await says("2 issues to fix");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  expect(network.callsTo("PATCH", patch)).toEqual([]);
});

test("what was typed stays when a save is rejected or the network is down, and is saved on the next try", async () => {
  const { screen, user, network, read, says } = await openEditor();
  const line = screen.getByLabelText(/^Tagline/);
  fill(line, "Six sounds, no mercy");
  network.cut();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("You're offline or the site isn't responding. Try again.");
  expect(valueOf(line)).toBe("Six sounds, no mercy");
  await says("Unsaved changes");
  network.restore();
  const mend = network.on("PATCH", patch, () =>
    answer(400, {
      message: "Refused",
      code: "invalid_input",
      errors: [{ path: "changes.summary", message: "Too bold" }],
    }),
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(errorAt(line)).toContain("Too bold"));
  expect(valueOf(line)).toBe("Six sounds, no mercy");
  mend();
  fill(line, "Six sounds, some mercy");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await says("All changes saved");
  expect((await read()).summary).toBe("Six sounds, some mercy");
});

test("a double-clicked save is sent once", async () => {
  const app = await openEditor();
  const { screen, user, network, says } = app;
  const letGo = holdCalls(app, "PATCH", patch);
  fill(screen.getByLabelText(/^Tagline/), "Once");
  await user.dblClick(screen.getByRole("button", { name: "Save" }));
  letGo();
  await says("All changes saved");
  expect(network.callsTo("PATCH", patch)).toHaveLength(1);
});

test("a save requested while another is under way is sent after it, without an edit conflict", async () => {
  const app = await openEditor();
  const { screen, network, read, says, save } = app;
  const letGo = holdCalls(app, "PATCH", patch);
  fill(screen.getByLabelText(/^Tagline/), "First");
  await save();
  await says("Saving");
  expect(network.callsTo("PATCH", patch)).toHaveLength(1);
  fill(screen.getByLabelText(/^Tagline/), "Second");
  await save();
  letGo();
  await says("All changes saved");
  const [first, second, ...more] = network
    .callsTo("PATCH", patch)
    .map(({ body }) => (JSON.parse(body!) as { version: number }).version);
  expect(more).toEqual([]);
  expect(second).toBeGreaterThan(first!);
  expect((await read()).summary).toBe("Second");
});

test("the second of two people who save sees what the first one saved, and chooses", async () => {
  const app = await openEditor({ summary: "As it was" });
  const { screen, user, read, says, save, saveElsewhere } = app;
  const line = screen.getByLabelText(/^Tagline/);
  fill(line, "Mine");
  await saveElsewhere({ dressCode: "Linen" });
  await save();
  await screen.findByText("We merged them with yours.");
  await says("All changes saved");
  expect(await read()).toMatchObject({ summary: "Mine", dressCode: "Linen" });

  fill(line, "Mine again");
  await saveElsewhere({ summary: "Theirs" });
  await save();
  let conflict = await dialogOf(app, "Edit conflict");
  expect(conflict.getByText("Theirs")).toBeDefined();
  expect(conflict.getByText("Mine again")).toBeDefined();
  expect(await barriers()).toEqual([]);
  await user.click(conflict.getByRole("button", { name: "Cancel" }));
  await says("Unsaved changes");
  expect(valueOf(line)).toBe("Mine again");
  expect((await read()).summary).toBe("Theirs");

  await save();
  conflict = await dialogOf(app, "Edit conflict");
  await user.click(conflict.getByRole("button", { name: "Save" }));
  await says("All changes saved");
  expect((await read()).summary).toBe("Mine again");

  fill(line, "Mine once more");
  await saveElsewhere({ summary: "Theirs in the end" });
  await save();
  conflict = await dialogOf(app, "Edit conflict");
  await user.click(conflict.getAllByRole("radio")[1]!);
  await user.click(conflict.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(valueOf(line)).toBe("Theirs in the end"));
  expect((await read()).summary).toBe("Theirs in the end");
});

test("leaving with unsaved changes asks first, but switching editor tabs does not", async () => {
  const app = await openEditor({ summary: "As it was" });
  const { screen, user, read, address } = app;
  fill(screen.getByLabelText(/^Tagline/), "Mine");
  const parts = within(screen.getByRole("navigation", { name: "Editor" }));
  await user.click(parts.getByRole("link", { name: "Sharing" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(parts.getByRole("link", { name: "Details" }));
  expect(valueOf(await screen.findByLabelText(/^Tagline/))).toBe("Mine");

  await user.click(screen.getByRole("link", { name: "All events" }));
  let leave = await dialogOf(app, "Leave without saving?");
  await user.click(leave.getByRole("button", { name: "Stay" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(valueOf(screen.getByLabelText(/^Tagline/))).toBe("Mine");
  const unload = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(true);

  await user.click(screen.getByRole("link", { name: "All events" }));
  leave = await dialogOf(app, "Leave without saving?");
  await user.click(leave.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(address()).not.toContain("id="));
  expect((await read()).summary).toBe("As it was");
});

test("canceling an event first says what happens to ticket holders, then asks for confirmation", async () => {
  const eventId = await site.create.event({ title: "Ferry Fete" });
  await site.create.ticketType({ eventId, name: "General", capacity: 5 });
  const app = await openApp(site, `/admin?section=events&id=${eventId}&tab=status`, { as: admin });
  const { screen, user } = app;
  await user.click(await screen.findByRole("button", { name: "Cancel event" }));
  const dialog = await dialogOf(app, "Cancel event");
  expect(dialog.getByText("Refunds come next")).toBeDefined();
  const act = dialog.getByRole<HTMLButtonElement>("button", { name: "Cancel event" });
  expect(act.disabled).toBe(true);
  fill(dialog.getByLabelText(/^Message to ticket holders/), "The ferry does not run");
  expect(act.disabled).toBe(true);
  await user.click(dialog.getByLabelText("Permanently cancel this event"));
  await user.click(act);
  await screen.findAllByText("Canceled");
  await screen.findAllByText(/The ferry does not run/);
  expect(screen.queryByRole("button", { name: "Cancel event" })).toBeNull();
  expect((await admin.get(`/api/admin/events/${eventId}`)).body.status).toBe("canceled");
});

test("rescheduling an event with ticket holders first asks what to tell them", async () => {
  const eventId = await site.create.event({
    title: "Harbor Fete",
    startsAt: new Date("2035-05-13T00:00:00.000Z"),
    endsAt: new Date("2035-05-13T06:00:00.000Z"),
  });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General", capacity: 5 });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  const read = async () => (await admin.get(`/api/admin/events/${eventId}`)).body;
  const app = await openApp(site, `/admin?section=events&id=${eventId}&tab=details`, { as: admin });
  const { screen, user } = app;
  const says = (text: string) =>
    waitFor(() => expect(screen.getAllByRole("status").some((status) => status.textContent.includes(text))).toBe(true));
  fill(await screen.findByLabelText(/^Starts/), "2035-05-12T21:30");
  await user.keyboard("{Control>}s{/Control}");
  let dialog = await dialogOf(app, "Ticket holders are affected");
  await dialog.findByText(/1 person has 2 tickets/);
  const mail = within(await dialog.findByRole("region", { name: "Email preview" }));
  expect(mail.getByText("New times for Harbor Fete")).toBeDefined();
  expect(mail.getByText(/now starts on Saturday, May 12, 2035 at 9:30 PM EDT/)).toBeDefined();
  expect(await barriers()).toEqual([]);
  fill(dialog.getByLabelText(/^Your note/), "The boat leaves later");
  await mail.findByText("The boat leaves later");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await says("Unsaved changes");
  expect((await read()).startsAt).toBe("2035-05-13T00:00:00.000Z");

  await user.click(screen.getByRole("button", { name: "Save" }));
  dialog = await dialogOf(app, "Ticket holders are affected");
  await user.click(await dialog.findByRole("button", { name: "Save and email 1 person" }));
  await screen.findAllByText("Saved. 1 person is being emailed.");
  await says("All changes saved");
  expect(await read()).toMatchObject({ startsAt: "2035-05-13T01:30:00.000Z", movedFrom: "2035-05-13T00:00:00.000Z" });

  fill(screen.getByLabelText(/^Ends/), "2035-05-13T03:00");
  await user.keyboard("{Control>}s{/Control}");
  dialog = await dialogOf(app, "Ticket holders are affected");
  await user.click(dialog.getByLabelText(/Just a correction/));
  await user.click(dialog.getByRole("button", { name: "Save without emailing" }));
  await says("All changes saved");
  expect((await read()).endsAt).toBe("2035-05-13T07:00:00.000Z");
});

test("a new event starts in the time zone from the settings", async () => {
  const settings = (defaultTimeZone: string) => admin.post("/api/admin/settings", { defaultTimeZone });
  expect((await settings("Europe/London")).status).toBe(200);
  onTestFinished(async () => void (await settings("America/New_York")));
  const app = await openApp(site, "/admin?section=events", { as: admin });
  const { screen, user } = app;
  await user.click((await screen.findAllByRole("button", { name: "New event" }))[0]!);
  const dialog = await dialogOf(app, "New event");
  await waitFor(() => expect(valueOf(dialog.getByLabelText(/^Time zone/))).toBe("Europe/London"));
  expect(valueOf(dialog.getByLabelText(/^Starts/))).toMatch(/T22:00$/);
});
