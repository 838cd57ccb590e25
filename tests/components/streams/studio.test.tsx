import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { confirmAddress } from "#testing/confirmed-address.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dialogOf, fill, valueOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createStreamSite, type StreamSite } from "#testing/stream-site.ts";

let site: StreamSite;
beforeAll(async () => {
  site = await createStreamSite();
});
afterAll(() => site.close());
beforeEach(() => sql`update streams set deleted_at = clock_now() where deleted_at is null`.execute(site.db));

const embed = { kind: "embed", address: "https://youtu.be/dQw4w9WgXcQ" };
const startsAt = "2040-12-05T02:00:00.000Z";
const open = (path: string) => openApp(site, path, { as: site.admin });
const openStudio = (id: number) => open(`/admin?section=live&id=${id}`);
const read = async (id: number) => (await site.admin.get(`/api/admin/streams/${id}`)).body;

test("the list of streams says what each is and when, and its filters show a part of it", async () => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const draft = { startsAt, timeZone: "America/Chicago" };
  await site.createStream({ ...draft, title: "Yard Sessions", eventId, access: "tickets" });
  await site.createStream(
    { ...draft, title: "Secret", source: embed, startsAt: "2040-12-06T02:00:00.000Z" },
    { isPublished: false },
  );
  const { id } = await site.createStream({
    title: "Boat Ride",
    source: embed,
    access: "members",
    startsAt: "2026-03-08T02:00:00.000Z",
  });
  await sql`update streams set status = 'replay', started_at = starts_at, ended_at = starts_at where id = ${id}`.execute(
    site.db,
  );
  const { screen, user, address } = await open("/admin?section=live");
  await screen.findByRole("link", { name: /Boat Ride/ });
  const rows = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole("cell")
          .map(({ textContent }) => textContent),
      );
  const all = [
    ["SecretNo event", "Draft", "Wed, Dec 5, 8:00 PM", "YouTube or Twitch", "Free"],
    ["Yard SessionsVelvet Riddim", "Upcoming", "Tue, Dec 4, 8:00 PM", "EncoderDJ Marlon", "Ticket holders"],
    ["Boat RideNo event", "Replay", "Sat, Mar 7, 9:00 PM", "YouTube or Twitch", "Members"],
  ];
  expect(rows()).toEqual(all);
  await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Past");
  await waitFor(() => expect(rows()).toEqual([all[2]]));
  expect(address()).toContain("show=past");
  await user.click(screen.getByRole("link", { name: /Boat Ride/ }));
  await screen.findByRole("heading", { level: 1, name: "Boat Ride" });
  expect(address()).toContain(`id=${id}`);
});

test("a stream is created from the form with all that was typed, and led through its show by its buttons", async () => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const { screen, user, address } = await open("/admin?section=live");
  await user.click((await screen.findAllByRole("button", { name: "New stream" }))[0]!);
  const form = await dialogOf({ screen }, "New stream");
  await user.type(form.getByRole("textbox", { name: /^Title/ }), "Velvet Live");
  await user.selectOptions(form.getByRole("combobox", { name: "Time zone" }), "America/Chicago");
  await user.selectOptions(await form.findByRole("combobox", { name: /^Event/ }), String(eventId));
  await user.click(form.getByRole("radio", { name: "YouTube or Twitch" }));
  await user.type(form.getByRole("textbox", { name: /^Link/ }), "https://youtu.be/dQw4w9WgXcQ");
  await user.selectOptions(form.getByRole("combobox", { name: "Who can watch" }), "Ticket holders of the event");
  await user.type(form.getByRole("textbox", { name: "Description" }), "From the yard.");
  await user.click(form.getByRole("button", { name: "Create" }));
  await screen.findByRole("heading", { level: 1, name: "Velvet Live" });
  const id = Number(new URLSearchParams(address().split("?")[1]).get("id"));
  expect(await read(id)).toMatchObject({
    title: "Velvet Live",
    timeZone: "America/Chicago",
    description: "From the yard.",
    isPublished: false,
    event: { id: eventId },
    access: "tickets",
    source: "embed",
    embed: {
      provider: "youtube",
      videoId: "dQw4w9WgXcQ",
    },
  });
  await sql`update streams set starts_at = ${startsAt} where id = ${id}`.execute(site.db);

  const names = () =>
    ["Publish", "Unpublish", "Go live", "End stream", "End for everyone", "Publish replay", "Take replay down"].filter(
      (name) => screen.queryByRole("button", { name }) !== null,
    );
  const press = async (name: string, next: string[]) => {
    await user.click(screen.getByRole("button", { name }));
    await waitFor(() => expect(names()).toEqual(next));
  };
  expect(names()).toEqual(["Publish"]);
  screen.getByText("A draft. Only staff can see it.");
  expect(screen.queryByRole("link", { name: "View page" })).toBeNull();
  await press("Publish", ["Unpublish", "Go live"]);
  screen.getByText("It goes live at the start time. Go live to start earlier.");
  expect(screen.getByRole("link", { name: "View page" }).getAttribute("href")).toBe(`/live?stream=${id}`);
  await press("Unpublish", ["Publish"]);
  await press("Publish", ["Unpublish", "Go live"]);
  await press("Go live", ["End stream"]);
  screen.getByText("You're live.");
  await press("End stream", ["End for everyone"]);
  expect((await read(id)).status).toBe("live");
  await press("End for everyone", ["Publish replay"]);
  await press("Publish replay", ["Take replay down"]);
  screen.getByText("The replay is on the Live page.");
  await press("Take replay down", ["Publish replay"]);
  expect((await read(id)).status).toBe("ended");
});

test("the form shows what is stored, and saving it changes what was changed and nothing else", async () => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const types = [
    await site.create.ticketType({ eventId, name: "Stream pass", position: 1 }),
    await site.create.ticketType({ eventId, name: "VIP", position: 2 }),
  ];
  const draft = { startsAt, timeZone: "America/Chicago", eventId, access: "pass", isRecorded: false };
  const { id } = await site.createStream({ ...draft, title: "Yard Sessions", description: "Old", passTypeIds: types });
  const before = await read(id);
  const { screen, user } = await openStudio(id);
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  const form = await dialogOf({ screen }, "Edit stream");
  await form.findByRole("checkbox", { name: "VIP" });
  await waitFor(() => expect(valueOf(form.getByRole("combobox", { name: /^Event/ }))).toBe(String(eventId)));
  const checked = (name: string) => form.getByRole<HTMLInputElement>("checkbox", { name }).checked;
  expect({
    title: valueOf(form.getByRole("textbox", { name: /^Title/ })),
    key: form.getByRole<HTMLSelectElement>("combobox", { name: /^Stream key/ }).selectedOptions[0]?.text,
    zone: valueOf(form.getByRole("combobox", { name: "Time zone" })),
    access: valueOf(form.getByRole("combobox", { name: "Who can watch" })),
    description: valueOf(form.getByRole("textbox", { name: "Description" })),
    checked: ["Stream pass", "VIP", "Record it for a replay"].map(checked),
  }).toEqual({
    title: "Yard Sessions",
    key: "DJ Marlon",
    zone: "America/Chicago",
    access: "pass",
    description: "Old",
    checked: [true, true, false],
  });
  await user.click(form.getByRole("checkbox", { name: "Stream pass" }));
  fill(form.getByRole("textbox", { name: "Description" }), "New");
  await user.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const after = await read(id);
  expect(after.passes.map(({ name }) => name)).toEqual(["VIP"]);
  expect({ ...after, passes: before.passes }).toEqual({ ...before, description: "New", version: before.version + 1 });
});

test("what is sold beside a stream is found, shown and taken down", async () => {
  await site.create.product({ title: "Yard Tee", slug: "yard-tee" });
  const productId = await site.create.product({ title: "Mango Cap", slug: "mango-cap" });
  await site.create.event({ title: "Mango Brunch", visibility: "draft" });
  const eventId = await site.create.event({ title: "Mango Ride" });
  const { id } = await site.createStream({ source: embed });
  const { screen, user } = await openStudio(id);
  await user.type(await screen.findByRole("searchbox", { name: "Search products and events" }), "Mango");
  const offered = () =>
    screen.getAllByRole("button", { name: /^Show / }).map((each) => each.getAttribute("aria-label"));
  await waitFor(() => expect(offered()).toEqual(["Show Mango Ride", "Show Mango Cap"]));
  await user.click(screen.getByRole("button", { name: "Show Mango Cap" }));
  await waitFor(() => expect(screen.getByText(/^Shown now/).textContent).toBe("Shown now: Mango Cap"));
  expect(offered()).toEqual(["Show Mango Ride"]);
  expect((await read(id)).offer).toMatchObject({ kind: "product", id: productId });
  await user.click(screen.getByRole("button", { name: "Show Mango Ride" }));
  await waitFor(() => expect(screen.getByText(/^Shown now/).textContent).toBe("Shown now: Mango Ride"));
  expect((await read(id)).offer).toMatchObject({ kind: "event", id: eventId });
  await user.click(screen.getByRole("button", { name: "Take down" }));
  await waitFor(() => expect(screen.queryByText(/^Shown now/)).toBeNull());
  expect((await read(id)).offer).toBeNull();
});

test("a key is shown once with its address, and revoking it asks once more", async () => {
  const host = await site.as("user", "Kezia");
  await sql`update users set email = 'kezia@example.com' where id = ${host.id}`.execute(site.db);
  const { screen, user } = await open("/admin?section=live&view=keys");
  await user.click(await screen.findByRole("button", { name: "New stream key" }));
  const form = await dialogOf({ screen }, "New stream key");
  await user.type(form.getByRole("textbox", { name: /^Name/ }), "DJ Kezia");
  await user.type(form.getByRole("textbox", { name: /^Host's account/ }), "kezia@example.com");
  await user.click(form.getByRole("button", { name: "Create key" }));
  const shown = await dialogOf({ screen }, "Key for DJ Kezia");
  const texts = [...document.querySelectorAll("[role=dialog] code")].map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/^live_\d{4,}_[\w-]{28}$/);
  expect(texts[1]).toMatch(new RegExp(`/ingest/${texts[0]!}/index\\.m3u8$`));
  await user.click(shown.getByRole("button", { name: "Done" }));
  const row = () => [...document.querySelectorAll("li")].find(({ textContent }) => textContent.startsWith("DJ Kezia"))!;
  await waitFor(() => expect(row()?.textContent).toMatch(/^DJ KeziaHost: Kezia · Created .*, never usedRevoke/));
  await user.click(within(row()).getByRole("button", { name: /^Revoke/ }));
  const keys = async () => (await site.admin.get("/api/admin/stream-keys")).body.items;
  expect((await keys())[0]).toMatchObject({ name: "DJ Kezia", revokedAt: null });
  await user.click(within(row()).getByRole("button", { name: /^Confirm and revoke/ }));
  await waitFor(() => within(row()).getByText("Revoked"));
  expect(within(row()).queryByRole("button")).toBeNull();
  const revoked = (await keys()).filter(({ revokedAt }: { revokedAt: string | null }) => revokedAt !== null);
  expect(revoked).toMatchObject([{ name: "DJ Kezia", hostName: "Kezia" }]);
});

test("the control room says what arrives and who waits, and rules of the chat are changed there", async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const { id, chatRoomId } = await site.createStream({ startsAt: inAnHour });
  await confirmAddress(site, "marva@example.com");
  await site.anon.post(`/api/streams/${id}/reminder`, { email: "marva@example.com" });
  await site.push(3);
  const { screen, user } = await openStudio(id);
  await screen.findByText("Reminders waiting");
  screen.getByText("Only staff can see this test. It goes live at the start time. Go live to start earlier.", {
    exact: false,
  });
  const figure = (label: string) => screen.getByText(label).parentElement!.textContent;
  await waitFor(() => expect(figure("Reminders waiting")).toContain("1"));
  expect(figure("Viewers now")).toMatch(/0.*Peak 0/);
  expect(figure("Last segment")).toMatch(/\d+ (s|min) ago/);
  const runs = within(await screen.findByRole("list", { name: "Encoder runs" })).getAllByRole("listitem");
  expect(runs.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/6 s, 3 segmentsNo gaps$/)]);

  const rules = async () => (await site.admin.get(`/api/chat/rooms/${chatRoomId}`)).body.room;
  const choose = (name: string, choice: string) =>
    user.selectOptions(screen.getAllByRole("combobox", { name }).at(-1)!, choice);
  await screen.findByRole("combobox", { name: "Who can write" });
  await choose("Who can write", "Ticket holders");
  await waitFor(async () => expect(await rules()).toMatchObject({ audience: "ticket_holders" }));
  await choose("Who can post links", "Everyone");
  await waitFor(async () => expect(await rules()).toMatchObject({ links: "all", audience: "ticket_holders" }));
  await choose("Slow mode", "Slow mode 1 min");
  await waitFor(async () => expect(await rules()).toMatchObject({ slowSeconds: 60, isOpen: true }));
  await user.click(screen.getByRole("button", { name: "Close the chat" }));
  await user.click(await screen.findByRole("button", { name: "Open the chat" }));
  await screen.findByRole("button", { name: "Close the chat" });
  expect(await rules()).toMatchObject({ isOpen: true });
  const { items } = (await site.admin.get(`/api/chat/rooms/${chatRoomId}/log`)).body;
  expect(items.map(({ reason }: { reason: string }) => reason)).toEqual([
    "Chat opened",
    "Chat closed",
    "Slow mode 1 min",
    "Who can post links: Everyone",
    "Who can write: Ticket holders",
  ]);
});

test("an event with one stream shows its control room, with several a list that leads to each", async () => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  await site.createStream({ source: embed, title: "Elsewhere" });
  const first = await site.createStream({ source: embed, title: "Main Room", eventId, startsAt });
  const one = await open(`/admin?section=events&id=${eventId}&tab=live`);
  await one.screen.findByRole("button", { name: "Go live" });
  one.close();
  const second = await site.createStream(
    { source: embed, title: "Side Room", eventId, startsAt: "2040-12-06T02:00:00.000Z" },
    { isPublished: false },
  );
  const { screen } = await open(`/admin?section=events&id=${eventId}&tab=live`);
  await screen.findByRole("link", { name: "Side Room" });
  const rows = ["Side Room", "Main Room"].map((name) => screen.getByRole("link", { name }).closest("li")!);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "Side RoomWed, Dec 5, 9:00 PMDraft",
    "Main RoomTue, Dec 4, 9:00 PMUpcoming",
  ]);
  expect(rows.map((row) => within(row).getByRole("link").getAttribute("href"))).toEqual(
    [second.id, first.id].map((id) => `/admin?section=live&id=${id}`),
  );
});
