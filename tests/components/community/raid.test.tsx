import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRoom } from "#tests/chat/kit.ts";
import { comment, openCommunity, post, ticketOf } from "#tests/community/kit.ts";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { networkWithChannel } from "#tests/components/streams/live-kit.ts";
import type { Client, Site } from "#testing/site.ts";

let site: Site;
let moderator: Client;
// A site for each try: a second one must not find the raiders of the first.
beforeEach(async () => {
  site = await openCommunity();
  moderator = await site.as("moderator");
});
afterEach(() => site.close());

/** Sixty accounts that wrote four posts, four comments and two chat messages each. */
async function raid(): Promise<void> {
  const roomId = await createRoom(site);
  const fan = await site.as("user", "true_fan");
  const { id } = (await post(fan, "See you Saturday")).body;
  await sql`
    with raiders as (
      insert into users (username, display_name, role)
      select 'raider' || n, 'Raider ' || n, 'user' from generate_series(1, 60) n returning id),
    posts as (
      insert into posts (author_id, text, html, html_version, status, published_at)
      select id, 'Buy now', '<p>Buy now</p>', 1, 'published', clock_now() from raiders, generate_series(1, 4)),
    comments as (
      insert into comments (post_id, author_id, text, html, html_version, status)
      select ${id}, id, 'Cheap tickets', '<p>Cheap tickets</p>', 1, 'published' from raiders, generate_series(1, 4))
    insert into chat_messages (room_id, author_id, author_name, text, client_id)
    select ${roomId}, id, 'Raider', 'Spam', gen_random_uuid() from raiders, generate_series(1, 2)`.execute(site.db);
  await sql`update posts set comment_count = 240 where id = ${id}`.execute(site.db);
}

async function shown() {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from posts where status = 'published')
      + (select count(*) from comments where status = 'published')
      + (select count(*) from chat_messages where hidden_at is null))::integer as count`.execute(site.db);
  return rows[0]!.count;
}

test("one moderator undoes a raid of 60 accounts and 600 things in six presses, and restores it in one", async () => {
  await raid();
  expect(await shown()).toBe(601);
  const { network } = networkWithChannel(site, moderator);
  const { screen, user } = await openApp(site, "/admin?section=community", { network });
  let presses = 0;
  const press = async (element: HTMLElement) => {
    presses++;
    await user.click(element);
  };
  await press(await screen.findByRole("link", { name: "By person" }));
  const people = within(await screen.findByRole("region", { name: "People" }));
  await press(people.getByRole("checkbox", { name: "Select all 61 people" }));
  people.getByText("61 selected");
  await press(people.getByRole("checkbox", { name: "true_fan" }));
  people.getByText("60 selected");
  people.getAllByText(/4 posts, 4 comments, 2 chat messages/);
  expect(await barriers()).toEqual([]);
  await press(people.getByRole("button", { name: "Suspend and hide" }));
  const dialog = await dialogOf({ screen }, "Suspend 60 people");
  await press(dialog.getByRole("button", { name: "Suspend and hide" }));
  await screen.findByText("60 people suspended, 600 items hidden", {}, { timeout: 30_000 });
  expect(await shown()).toBe(1);
  await waitFor(() => expect(people.queryByRole("checkbox", { name: "Raider 7" })).toBeNull());

  await press(await screen.findByRole("link", { name: "Actions" }));
  const line = within(
    (await screen.findByText(/suspended and hid everything from 60 people \(600 items\)/)).closest("li")!,
  );
  expect(presses).toBe(6);
  await press(line.getByRole("button", { name: "Undo" }));
  await line.findByText("Undone", {}, { timeout: 30_000 });
  expect(await shown()).toBe(601);
  expect(presses).toBeLessThanOrEqual(10);
}, 120_000);

test("a member is suspended and everything of theirs hidden from one sheet", async () => {
  const loud = await site.as("user", "loud_one");
  const { id } = (await post(loud, "Very loud")).body;
  const { screen, user } = await openApp(site, `/community?post=${id}`, {
    network: networkWithChannel(site, moderator).network,
  });
  await user.click((await screen.findAllByRole("button", { name: /^More about this post/ }))[0]!);
  await user.click(await screen.findByRole("menuitem", { name: "Moderate loud_one" }));
  const sheet = await dialogOf({ screen }, "Moderate loud_one");
  await user.click(await sheet.findByRole("radio", { name: "Suspend and hide everything" }));
  await user.click(sheet.getByRole("button", { name: "Suspend and hide everything" }));
  await screen.findByText("loud_one is suspended, and what they wrote is hidden");
  expect((await site.anon.get(`/api/community/posts/${id}`)).status).toBe(404);
});

test("a moderator hides a version from a history; members see that, and visitors see no history", async () => {
  const author = await site.as("user", "edited_one");
  const { id } = (await post(author, "My number is 555-0100")).body;
  await comment(author, id, "Hello");
  await author.call("PATCH", `/api/community/posts/${id}`, { text: "Call me", images: [], version: 1 });
  const openMenu = async (as?: Client) => {
    const app = await openApp(site, `/community?post=${id}`, { network: networkWithChannel(site, as).network });
    await app.user.click((await app.screen.findAllByRole("button", { name: /^More about this post/ }))[0]!);
    await app.screen.findByRole("menu");
    return app;
  };
  const staff = await openMenu(moderator);
  await staff.user.click(staff.screen.getByRole("menuitem", { name: "See edits" }));
  const history = await dialogOf(staff, "Earlier versions");
  await history.findByText("My number is 555-0100");
  await staff.user.click(history.getByRole("button", { name: "Hide version" }));
  await history.findByRole("button", { name: "Restore version" });
  history.getByText("My number is 555-0100");
  staff.close();

  const reader = await openMenu(await site.as("user"));
  await reader.user.click(reader.screen.getByRole("menuitem", { name: "See edits" }));
  const read = await dialogOf(reader, "Earlier versions");
  await read.findByText("A moderator hid this version.");
  expect(read.queryByText(/555-0100/)).toBeNull();
  expect(read.queryByRole("button", { name: /version/ })).toBeNull();
  await reader.user.keyboard("{Escape}");
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(reader.screen.getByRole("button", { name: "More about this post" })),
  );
  reader.close();

  const visitor = await openMenu();
  expect(visitor.screen.queryByRole("menuitem", { name: "See edits" })).toBeNull();
});

test("someone with two tickets has one switch to show that they're going", async () => {
  const member = await site.as("user", "two_tickets");
  const eventId = await site.create.event();
  for (let n = 0; n < 2; n++) await ticketOf(site, member, eventId);
  const { slug } = (await site.anon.get(`/api/events/${eventId}`)).body as { slug: string };
  const { screen, user } = await openApp(site, `/events/${eventId}/${slug}`, {
    network: networkWithChannel(site, member).network,
  });
  const going = within(await screen.findByRole("region", { name: "Who's going" }));
  await user.click(await going.findByRole("checkbox", { name: "Show that I'm going" }));
  await going.findByText("You're going");
  expect(going.getAllByRole("checkbox")).toHaveLength(1);
  await user.click(going.getByRole("checkbox"));
  await going.findByText("Be the first to say you're going.");
});
