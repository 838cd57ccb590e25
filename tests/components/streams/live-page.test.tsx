import { fireEvent, waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { StreamStatus } from "#contract/streams/streams.ts";
import { barriers } from "#tests/components/kit/barriers.ts";
import { answer } from "#tests/components/kit/browser-network.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { freshName, password, submit } from "#tests/components/kit/visitor.ts";
import type { Client } from "#testing/site.ts";
import { createStreamSite, type StreamSite } from "#testing/stream-site.ts";
import { networkWithChannel } from "./live-kit.ts";

let site: StreamSite;
beforeAll(async () => {
  site = await createStreamSite();
});
afterAll(() => site.close());
beforeEach(() => sql`update streams set deleted_at = clock_now() where deleted_at is null`.execute(site.db));

const soon = () => new Date(Date.now() + 3 * 3_600_000).toISOString();

/** A stream in a status. */
async function createStream(status: StreamStatus, draft: object = {}): Promise<number> {
  const { id } = await site.createStream({ startsAt: soon(), ...draft });
  const isOver = status === "ended" || status === "replay";
  const hasStarted = isOver || status === "live" || status === "stalled";
  await sql`
    update streams set status = ${status}, go_live_at = ${hasStarted || status === "starting" ? sql`clock_now()` : null},
      started_at = ${hasStarted ? sql`clock_now() - interval '1 hour'` : null},
      ended_at = ${isOver ? sql`clock_now() - interval '10 minutes'` : null},
      last_segment_at = ${hasStarted ? sql`clock_now()` : null}
    where id = ${id}`.execute(site.db);
  return id;
}

async function open(path: string, as?: Client) {
  const channel = networkWithChannel(site, as);
  const app = await openApp(site, path, { network: channel.network });
  return { ...app, channel };
}

/** The same, with what the page asks the API. */
async function openWithNetwork(path: string) {
  const { channel, ...app } = await open(path);
  return { ...app, channel, network: channel.network };
}

test.each<[StreamStatus, RegExp]>([
  ["scheduled", /Upcoming.*The stream starts right here/s],
  ["starting", /Starting.*about to go live/s],
  ["ended", /Ended.*If there's a replay/s],
])("a stream that is %s says so in plain words", async (status, words) => {
  const id = await createStream(status);
  const { screen } = await open(`/live?stream=${id}`);
  await screen.findByRole("heading", { level: 1, name: "Yard Sessions" });
  await waitFor(() => expect(document.getElementById("main")?.textContent).toMatch(words));
  expect(screen.queryByRole("group", { name: /^Player/ })).toBeNull();
  expect(await barriers()).toEqual([]);
});

test("/live leads with what is live; the rest is a schedule and replays that link to their own page", async () => {
  await createStream("scheduled", { title: "Soca Brunch" });
  await createStream("replay", { title: "Boat Ride" });
  await createStream("live", { title: "Main Room" });
  const { screen } = await open("/live");
  await screen.findByRole("heading", { level: 1, name: "Main Room" });
  const schedule = within(screen.getByRole("region", { name: "Schedule" }));
  expect(schedule.getByRole("link", { name: /^Soca Brunch/ }).getAttribute("href")).toMatch(/^\/live\?stream=\d+$/);
  within(screen.getByRole("region", { name: "Replays" })).getByRole("link", { name: /^Boat Ride/ });
});

test("a visitor gets one email when the stream is live", async () => {
  const id = await createStream("scheduled");
  const { screen, user } = await open(`/live?stream=${id}`);
  await screen.findByRole("timer", { name: "Starts in" });
  await user.click(screen.getByRole("button", { name: "Remind me" }));
  await user.type(await screen.findByLabelText("Email"), "marva@example.com");
  await user.click(screen.getByRole("button", { name: "Remind me" }));
  await screen.findByText(/^If marva@example\.com is new to us or unsubscribed before, we sent it a link/);
  const { rows } = await sql`select email from interests where topic = ${`stream:${id}`}`.execute(site.db);
  expect(rows).toEqual([{ email: "marva@example.com" }]);
});

test("a member's reminder goes to the address that they typed, and to their own if they typed none", async () => {
  const member = await site.as("user");
  await sql`update users set email = 'own@example.com' where id = ${member.id}`.execute(site.db);
  const id = await createStream("scheduled");
  const emails = async () =>
    (
      await sql<{ email: string }>`select email from interests where topic = ${`stream:${id}`} order by id`.execute(
        site.db,
      )
    ).rows.map(({ email }) => email);
  for (const [typed, title] of [
    ["work@example.com", "Check your email"],
    ["", "Reminder set"],
  ] as const) {
    const { screen, user, close } = await open(`/live?stream=${id}`, member);
    await user.click(await screen.findByRole("button", { name: "Remind me" }));
    const field = await screen.findByLabelText("Email");
    if (typed !== "") await user.type(field, typed);
    await user.click(screen.getByRole("button", { name: "Remind me" }));
    await screen.findByText(title);
    close();
  }
  expect(await emails()).toEqual(["work@example.com", "own@example.com"]);
});

test("a live stream plays by itself, says who watches, and tells the server that it plays", async () => {
  const id = await createStream("live");
  const { screen, network } = await open(`/live?stream=${id}`);
  const player = within(await screen.findByRole("group", { name: "Player: Yard Sessions" }));
  player.getByText("Loading the stream…");
  fireEvent(player.getByLabelText("Yard Sessions", { selector: "video" }), new Event("playing"));
  await player.findByText("1 viewer");
  expect(network.callsTo("POST", /\/beat$/)).toHaveLength(1);
  player.getByRole("button", { name: "Pause" });
  player.getByRole("button", { name: "Full screen" });
});

test("the channel's news show at once: live, interrupted, over", async () => {
  const id = await createStream("scheduled");
  const { screen, channel } = await open(`/live?stream=${id}`);
  await waitFor(() => expect(channel.isFollowed(`stream.${id}`)).toBe(true));
  await setLive(id);
  channel.send(`stream.${id}`, "status", { status: "live" });
  await screen.findByRole("group", { name: "Player: Yard Sessions" });
  channel.send(`stream.${id}`, "status", { status: "stalled" });
  await screen.findByText("The host lost connection. Hang tight, we'll pick up when they're back.");
  channel.send(`stream.${id}`, "status", { status: "ended" });
  await screen.findByText(/If there's a replay/);
});

const setLive = (id: number) =>
  sql`update streams set status = 'live', go_live_at = clock_now(), started_at = clock_now(), last_segment_at = clock_now()
    where id = ${id}`.execute(site.db);

test("a replay plays after a press", async () => {
  const id = await createStream("replay");
  const { screen, user, network } = await open(`/live?stream=${id}`);
  expect(network.callsTo("POST", /\/watch$/)).toHaveLength(0);
  await user.click(await screen.findByRole("button", { name: "Watch the replay" }));
  await screen.findByRole("group", { name: "Player: Yard Sessions" });
});

test("members' streams ask visitors to sign in", async () => {
  const id = await createStream("live", { access: "members" });
  const { screen, user } = await open(`/live?stream=${id}`);
  await screen.findByText("Sign in to watch");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByRole("dialog", { name: "Join The Community" });
});

test("whoever signs in to watch a stream is back at that stream, and it plays", async () => {
  const username = freshName();
  await site.anon.post("/api/auth/register", { username, displayName: "Marva Bright", password });
  await createStream("live", { title: "Main Room" });
  const source = { kind: "push", keyId: (await site.createKey()).id };
  const id = await createStream("live", { title: "Second Room", access: "members", source });
  const app = await open(`/live?stream=${id}`);
  await app.user.click(await app.screen.findByRole("button", { name: "Sign in" }));
  await app.screen.findByRole("dialog", { name: "Join The Community" });
  await submit(app, { Username: username, Password: password });
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  await app.screen.findByRole("group", { name: "Player: Second Room" });
  expect(app.address()).toBe(`/live?stream=${id}`);
});

test("the schedule starts with what is next and replays with the latest; each says when and who can watch", async () => {
  const party = await site.create.event({ title: "Velvet Riddim" });
  const at = (day: number) => `2040-12-0${day}T02:00:00.000Z`;
  const timeZone = "America/Chicago";
  await createStream("live", { title: "Main Room", startsAt: "2026-01-01T00:00:00.000Z" });
  await createStream("scheduled", { title: "Later", startsAt: at(7), timeZone, access: "members" });
  await createStream("scheduled", { title: "Next", startsAt: at(5), timeZone, eventId: party, access: "tickets" });
  await createStream("starting", { title: "Any moment", startsAt: at(2) });
  const source = { kind: "push", keyId: (await site.createKey()).id };
  await createStream("stalled", { title: "Side Room", startsAt: at(1), source });
  await createStream("replay", { title: "Old", startsAt: "2026-02-02T02:00:00.000Z" });
  await createStream("replay", { title: "Newer", startsAt: "2026-03-08T02:00:00.000Z", timeZone, access: "members" });
  const { screen } = await open("/live");
  const rows = (name: string, role: "listitem") =>
    within(screen.getByRole("region", { name }))
      .getAllByRole(role)
      .map(({ textContent }) => textContent.replaceAll(/\s/g, " ").trim());
  await screen.findByRole("heading", { level: 1, name: "Main Room" });
  expect(rows("Schedule", "listitem")).toEqual([
    expect.stringMatching(/^Nov30Side RoomFri, 9:00 PM.*Live, interrupted$/),
    expect.stringMatching(/^Dec1Any momentSat, 9:00 PM.*Starting$/),
    "Dec4NextTue, 8:00 PM · Velvet RiddimTicket holders",
    "Dec6LaterThu, 8:00 PMMembers",
  ]);
  expect(rows("Replays", "listitem")).toEqual([
    expect.stringMatching(/^ReplayNewer.*Mar 7.* · Members$/),
    expect.stringMatching(/^ReplayOld.*Feb 1.* · Free$/),
  ]);
});

test("without anything live /live leads with what comes next, and without that with the latest replay", async () => {
  await createStream("replay", { title: "Old", startsAt: "2026-02-02T02:00:00.000Z" });
  await createStream("replay", { title: "Newer", startsAt: "2026-03-08T02:00:00.000Z" });
  const first = await open("/live");
  await first.screen.findByRole("heading", { level: 1, name: "Newer" });
  expect(first.screen.queryByRole("region", { name: "Schedule" })).toBeNull();
  first.close();
  await createStream("scheduled", { title: "Later", startsAt: "2040-12-07T02:00:00.000Z" });
  await createStream("scheduled", { title: "Next", startsAt: "2040-12-05T02:00:00.000Z" });
  const { screen } = await open("/live");
  await screen.findByRole("heading", { level: 1, name: "Next" });
  expect(within(screen.getByRole("region", { name: "Schedule" })).getAllByRole("listitem")).toHaveLength(1);
});

test("a pass holders' stream names its passes and leads to the event that sells them", async () => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const passTypeIds = [
    await site.create.ticketType({ eventId, name: "Stream pass", position: 1 }),
    await site.create.ticketType({ eventId, name: "VIP", position: 2 }),
  ];
  const id = await createStream("live", { access: "pass", passTypeIds, eventId, description: "From the yard." });
  const { screen } = await open(`/live?stream=${id}`, await site.as("user"));
  await screen.findByText("You don't have a pass yet. Stream pass or VIP opens this stream.");
  expect(screen.getByRole("link", { name: "Get a pass" }).getAttribute("href")).toMatch(
    new RegExp(`^/events/${eventId}/[\\w-]+#tickets$`),
  );
  screen.getByText("From the yard.");
  const event = within(screen.getByRole("complementary", { name: "The event" }));
  expect(event.getByRole("link", { name: "Velvet Riddim" }).getAttribute("href")).toMatch(
    new RegExp(`^/events/${eventId}/[\\w-]+$`),
  );
  expect(event.getByRole("link", { name: "Tickets" }).getAttribute("href")).toMatch(/#tickets$/);
});

test("ticket holders' streams lead to the tickets", async () => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const id = await createStream("live", { access: "tickets", eventId });
  const { screen } = await open(`/live?stream=${id}`, await site.as("user"));
  await screen.findByText("Your ticket opens this stream");
  screen.getByText(/You don't have a valid ticket to Velvet Riddim yet/);
  expect(screen.getByRole("link", { name: "Get tickets" }).getAttribute("href")).toMatch(
    new RegExp(`^/events/${eventId}/[\\w-]+#tickets$`),
  );
});

test("a ticket that already watches on its devices says so, and can be tried again", async () => {
  const id = await createStream("live");
  const channel = networkWithChannel(site);
  const message = "Your ticket is already watching on two devices. Close one first.";
  const release = channel.network.on("POST", /\/watch$/, () => answer(403, { code: "over_limit", message }));
  const { screen, user } = await openApp(site, `/live?stream=${id}`, { network: channel.network });
  await screen.findByText("Too many devices");
  screen.getByText(message);
  release();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("group", { name: "Player: Yard Sessions" });
  // The viewer wants to watch here: the page asks for a seat, not to keep one that it had.
  expect(channel.network.callsTo("POST", /\/watch$/).map(({ body }) => body)).toEqual(["{}", "{}"]);
});

test("nothing of YouTube loads before the viewer agrees", async () => {
  const id = await createStream("live", {
    source: { kind: "embed", address: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" },
  });
  const { screen, user } = await open(`/live?stream=${id}`);
  const agree = await screen.findByRole("button", { name: "Play from YouTube" });
  expect(document.documentElement.innerHTML).not.toContain("youtube-nocookie.com");
  await user.click(agree);
  expect((await screen.findByTitle("Yard Sessions")).getAttribute("src")).toContain(
    "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
  );
});

test("what the host pins shows beside the player and goes to the cart in its drawer", async () => {
  const productId = await site.create.product({ title: "Yard Tee", slug: "yard-tee" });
  await site.create.variant({ productId, priceCents: 3000 });
  const id = await createStream("live");
  const { screen, user, channel, address } = await open(`/live?stream=${id}`);
  await waitFor(() => expect(channel.isFollowed(`stream.${id}`)).toBe(true));
  const { body } = await site.admin.call("PUT", `/api/admin/streams/${id}/offer`, {
    offer: { kind: "product", id: productId },
  });
  channel.send(`stream.${id}`, "offer", { offer: body.offer });
  const offer = within(await screen.findByRole("region", { name: "From the host" }));
  await user.click(await offer.findByRole("button", { name: "Add, $30.00 Yard Tee to cart" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Your cart" }));
  await drawer.findByText("Yard Tee");
  expect(address()).toBe(`/live?stream=${id}`);
  expect(sessionStorage.getItem("sg:stream")).toBe(String(id));
});

test("a size beside the stream is chosen by the visitor: nothing is added before", async () => {
  const productId = await site.create.product({
    title: "Road Tee",
    slug: "road-tee",
    options: [{ name: "Size", values: ["S", "M", "L"] }],
  });
  for (const size of ["S", "M"]) await site.create.variant({ productId, priceCents: 3000, options: [size] });
  await site.create.variant({ productId, priceCents: 3000, options: ["L"], onHand: 0 });
  const id = await createStream("live");
  await site.admin.call("PUT", `/api/admin/streams/${id}/offer`, { offer: { kind: "product", id: productId } });
  const { screen, user, network } = await openWithNetwork(`/live?stream=${id}`);
  const offer = within(await screen.findByRole("region", { name: "From the host" }));
  const sizes = await offer.findByRole<HTMLSelectElement>("combobox", { name: "Size" });
  expect(sizes.selectedOptions[0]!.textContent).toBe("Choose a size");
  // What is sold out can't be chosen.
  expect([...sizes.options].map(({ text }) => text)).toEqual(["Choose a size", "S, $30.00", "M, $30.00"]);
  await user.click(offer.getByRole("button", { name: "Add Road Tee to cart" }));
  await offer.findByText("Choose a size first");
  expect(document.activeElement).toBe(sizes);
  expect(network.callsTo("POST", /\/api\/cart/)).toEqual([]);
  await user.selectOptions(sizes, "M, $30.00");
  expect(offer.queryByText("Choose a size first")).toBeNull();
  await user.click(offer.getByRole("button", { name: "Add Road Tee to cart" }));
  const drawer = within(await screen.findByRole("dialog", { name: "Your cart" }));
  await drawer.findByText(/M$/);
});

test("a walk to /live and back asks for the streams and the time once", async () => {
  await createStream("scheduled");
  const { screen, user, network } = await openWithNetwork("/events");
  const links = () => within(screen.getAllByRole("navigation")[0]!);
  for (const name of ["Live", "Events", "Live"]) {
    await user.click(links().getByRole("link", { name: new RegExp(`^${name}`) }));
    if (name === "Live") {
      await screen.findByRole("heading", { level: 1, name: "Yard Sessions" });
      await screen.findByRole("timer", { name: "Starts in" });
      await waitFor(() => expect(screen.getByRole("timer", { name: "Starts in" }).textContent).toMatch(/\d/));
    }
  }
  expect(network.callsTo("GET", /^\/api\/streams$/)).toHaveLength(1);
  expect(network.callsTo("GET", /^\/api\/shop\/time$/)).toHaveLength(1);
});

test("the title comes before the chat, for whoever reads from the top", async () => {
  const id = await createStream("live");
  const { screen } = await open(`/live?stream=${id}`);
  const title = await screen.findByRole("heading", { level: 1, name: "Yard Sessions" });
  const chat = await screen.findByRole("region", { name: /chat/i });
  expect(title.compareDocumentPosition(chat) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});
