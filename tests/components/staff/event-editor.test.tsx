import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { answer } from "#tests/components/kit/browser-network.ts";
import { dialogOf, faultAt, fill, holdCalls, valueOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#tests/kit/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const patch = /^\/api\/admin\/events\/\d+$/;

async function openEditor(draft: Parameters<Site["make"]["event"]>[0] = {}) {
  const eventId = await site.make.event(draft);
  const app = await openApp(site, `/admin?section=events&id=${eventId}`, { as: admin });
  const { screen } = app;
  await screen.findByRole("navigation", { name: "Parts of the night" });
  await screen.findByLabelText(/^In one line/);
  const path = `/api/admin/events/${eventId}`;
  const read = async () => (await admin.get(path)).body;
  return {
    ...app,
    eventId,
    read,
    /** Somebody else saves this meanwhile. */
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

test("a time that the clocks skip or show twice is said so, whatever the browser's own zone", async () => {
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
  await screen.findByText(/02:30 does not exist that night/);
  expect(valueOf(starts)).toBe("2035-03-11T03:30");
  fill(starts, "2035-11-04T01:30");
  const [twice] = await screen.findAllByRole("group", { name: /comes twice/ });
  await user.click(within(twice!).getByLabelText(/The second/));
  const second = within(twice!).getByLabelText<HTMLInputElement>(/The second: November 4, 2035 at 01:30 AM EST/);
  expect(second.checked).toBe(true);
  await says("Not saved yet");
  const undo = screen.getByRole<HTMLButtonElement>("button", { name: "Undo" });
  while (!undo.disabled) await user.click(undo);
  await says("All saved");
});

test("what is wrong says so at its field, and is not sent", async () => {
  const { screen, user, network, says, save } = await openEditor({ title: "Velvet Riddim" });
  const name = screen.getByLabelText(/^Name/);
  await user.clear(name);
  await save();
  await waitFor(() => expect(faultAt(name)).toContain("Give the night a name, of up to 120 letters"));
  await says("1 thing to put right");
  fill(screen.getByLabelText(/^Ends/), "2020-01-01T22:00");
  await waitFor(() => expect(faultAt(screen.getByLabelText(/^Ends/))).toContain("The night ends before it begins"));
  await says("2 things to put right");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  expect(network.callsTo("PATCH", patch)).toEqual([]);
});

test("what was typed stays where a save is refused or the line is gone, and goes out when pressed again", async () => {
  const { screen, user, network, read, says } = await openEditor();
  const line = screen.getByLabelText(/^In one line/);
  fill(line, "Six sounds, no mercy");
  network.cut();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("The network is gone or the site does not answer.");
  expect(valueOf(line)).toBe("Six sounds, no mercy");
  await says("Not saved yet");
  network.restore();
  const mend = network.on("PATCH", patch, () =>
    answer(400, {
      message: "Refused",
      code: "invalid_input",
      errors: [{ path: "changes.summary", message: "Too bold" }],
    }),
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(faultAt(line)).toContain("Too bold"));
  expect(valueOf(line)).toBe("Six sounds, no mercy");
  mend();
  fill(line, "Six sounds, some mercy");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await says("All saved");
  expect((await read()).summary).toBe("Six sounds, some mercy");
});

test("a save that is pressed twice goes out once", async () => {
  const app = await openEditor();
  const { screen, user, network, says } = app;
  const letGo = holdCalls(app, "PATCH", patch);
  fill(screen.getByLabelText(/^In one line/), "Once");
  await user.dblClick(screen.getByRole("button", { name: "Save" }));
  letGo();
  await says("All saved");
  expect(network.callsTo("PATCH", patch)).toHaveLength(1);
});

test("a save that is asked for while another is under way goes out after it, and meets nobody", async () => {
  const app = await openEditor();
  const { screen, network, read, says, save } = app;
  const letGo = holdCalls(app, "PATCH", patch);
  fill(screen.getByLabelText(/^In one line/), "First");
  await save();
  await says("Saving");
  expect(network.callsTo("PATCH", patch)).toHaveLength(1);
  fill(screen.getByLabelText(/^In one line/), "Second");
  await save();
  letGo();
  await says("All saved");
  const [first, second, ...more] = network
    .callsTo("PATCH", patch)
    .map(({ body }) => (JSON.parse(body!) as { version: number }).version);
  expect(more).toEqual([]);
  expect(second).toBeGreaterThan(first!);
  expect((await read()).summary).toBe("Second");
});

test("the second of two who save reads what the first one wrote, and chooses", async () => {
  const app = await openEditor({ summary: "As it was" });
  const { screen, user, read, says, save, saveElsewhere } = app;
  const line = screen.getByLabelText(/^In one line/);
  fill(line, "Mine");
  await saveElsewhere({ dressCode: "Linen" });
  await save();
  await screen.findByText("Both changes are in.");
  await says("All saved");
  expect(await read()).toMatchObject({ summary: "Mine", dressCode: "Linen" });

  fill(line, "Mine again");
  await saveElsewhere({ summary: "Theirs" });
  await save();
  let meet = await dialogOf(app, "Saved meanwhile");
  expect(meet.getByText("Theirs")).toBeDefined();
  expect(meet.getByText("Mine again")).toBeDefined();
  expect(await barriers()).toEqual([]);
  await user.click(meet.getByRole("button", { name: "Not now" }));
  await says("Not saved yet");
  expect(valueOf(line)).toBe("Mine again");
  expect((await read()).summary).toBe("Theirs");

  await save();
  meet = await dialogOf(app, "Saved meanwhile");
  await user.click(meet.getByRole("button", { name: "Save this" }));
  await says("All saved");
  expect((await read()).summary).toBe("Mine again");

  fill(line, "Mine once more");
  await saveElsewhere({ summary: "Theirs in the end" });
  await save();
  meet = await dialogOf(app, "Saved meanwhile");
  await user.click(meet.getAllByRole("radio")[1]!);
  await user.click(meet.getByRole("button", { name: "Save this" }));
  await waitFor(() => expect(valueOf(line)).toBe("Theirs in the end"));
  expect((await read()).summary).toBe("Theirs in the end");
});

test("leaving with something unsaved asks, and a tab of the editor is not leaving", async () => {
  const app = await openEditor({ summary: "As it was" });
  const { screen, user, read, address } = app;
  fill(screen.getByLabelText(/^In one line/), "Mine");
  const parts = within(screen.getByRole("navigation", { name: "Parts of the night" }));
  await user.click(parts.getByRole("link", { name: "Sharing" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(parts.getByRole("link", { name: "Details" }));
  expect(valueOf(await screen.findByLabelText(/^In one line/))).toBe("Mine");

  await user.click(screen.getByRole("link", { name: "All nights" }));
  let leave = await dialogOf(app, "Leave without saving?");
  await user.click(leave.getByRole("button", { name: "Stay" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(valueOf(screen.getByLabelText(/^In one line/))).toBe("Mine");
  const unload = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(true);

  await user.click(screen.getByRole("link", { name: "All nights" }));
  leave = await dialogOf(app, "Leave without saving?");
  await user.click(leave.getByRole("button", { name: "Let it go" }));
  await waitFor(() => expect(address()).not.toContain("id="));
  expect((await read()).summary).toBe("As it was");
});

test("calling a night off says first whom it reaches, then takes a yes", async () => {
  const eventId = await site.make.event({ title: "Ferry Fete" });
  await site.make.ticketType({ eventId, name: "General", capacity: 5 });
  const app = await openApp(site, `/admin?section=events&id=${eventId}&tab=standing`, { as: admin });
  const { screen, user } = app;
  await user.click(await screen.findByRole("button", { name: "Cancel the night" }));
  const dialog = await dialogOf(app, "Cancel the night");
  expect(dialog.getByText("The money is the next step")).toBeDefined();
  const act = dialog.getByRole<HTMLButtonElement>("button", { name: "Cancel the night" });
  expect(act.disabled).toBe(true);
  fill(dialog.getByLabelText(/^What they read/), "The ferry does not run");
  expect(act.disabled).toBe(true);
  await user.click(dialog.getByLabelText("Yes, this night is cancelled for good"));
  await user.click(act);
  await screen.findAllByText("Cancelled");
  await screen.findAllByText(/The ferry does not run/);
  expect(screen.queryByRole("button", { name: "Cancel the night" })).toBeNull();
  expect((await admin.get(`/api/admin/events/${eventId}`)).body.state).toBe("cancelled");
});

test("a night with holders moves only once it is said what they hear", async () => {
  const eventId = await site.make.event({
    title: "Harbour Fete",
    startsAt: new Date("2035-05-13T00:00:00.000Z"),
    endsAt: new Date("2035-05-13T06:00:00.000Z"),
  });
  const ticketTypeId = await site.make.ticketType({ eventId, name: "General", capacity: 5 });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  const read = async () => (await admin.get(`/api/admin/events/${eventId}`)).body;
  const app = await openApp(site, `/admin?section=events&id=${eventId}`, { as: admin });
  const { screen, user } = app;
  const says = (text: string) =>
    waitFor(() => expect(screen.getAllByRole("status").some((status) => status.textContent.includes(text))).toBe(true));
  fill(await screen.findByLabelText(/^Starts/), "2035-05-12T21:30");
  await user.keyboard("{Control>}s{/Control}");
  let dialog = await dialogOf(app, "People hold tickets");
  await dialog.findByText(/1 person has 2 tickets/);
  const mail = within(await dialog.findByRole("region", { name: "The mail" }));
  expect(mail.getByText("New times for Harbour Fete")).toBeDefined();
  expect(mail.getByText(/now begins on Saturday, May 12, 2035 at 09:30 PM EDT/)).toBeDefined();
  expect(await barriers()).toEqual([]);
  fill(dialog.getByLabelText(/^A word from you/), "The boat leaves later");
  await mail.findByText("The boat leaves later");
  await user.click(dialog.getByRole("button", { name: "Not now" }));
  await says("Not saved yet");
  expect((await read()).startsAt).toBe("2035-05-13T00:00:00.000Z");

  await user.click(screen.getByRole("button", { name: "Save" }));
  dialog = await dialogOf(app, "People hold tickets");
  await user.click(await dialog.findByRole("button", { name: "Save and tell 1 person" }));
  await screen.findAllByText("Saved. 1 person is being told.");
  await says("All saved");
  expect(await read()).toMatchObject({ startsAt: "2035-05-13T01:30:00.000Z", movedFrom: "2035-05-13T00:00:00.000Z" });

  fill(screen.getByLabelText(/^Ends/), "2035-05-13T03:00");
  await user.keyboard("{Control>}s{/Control}");
  dialog = await dialogOf(app, "People hold tickets");
  await user.click(dialog.getByLabelText(/It is only a correction/));
  await user.click(dialog.getByRole("button", { name: "Save, tell nobody" }));
  await says("All saved");
  expect((await read()).endsAt).toBe("2035-05-13T07:00:00.000Z");
});

test("a new night starts on the clock that the settings name", async () => {
  const settings = (defaultTimeZone: string) => admin.post("/api/admin/settings", { defaultTimeZone });
  expect((await settings("Europe/London")).status).toBe(200);
  onTestFinished(async () => void (await settings("America/New_York")));
  const app = await openApp(site, "/admin?section=events", { as: admin });
  const { screen, user } = app;
  await user.click((await screen.findAllByRole("button", { name: "New night" }))[0]!);
  const dialog = await dialogOf(app, "New night");
  await waitFor(() => expect(valueOf(dialog.getByLabelText(/^Time zone/))).toBe("Europe/London"));
  expect(valueOf(dialog.getByLabelText(/^Starts/))).toMatch(/T22:00$/);
});
