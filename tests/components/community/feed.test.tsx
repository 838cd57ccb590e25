import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { openCommunity, post } from "#tests/community/kit.ts";
import { barriers } from "#tests/components/kit/barriers.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { networkWithChannel } from "#tests/components/streams/live-kit.ts";
import type { Client, Site } from "#testing/site.ts";

let site: Site;
let ada: Client;
let bob: Client;
beforeAll(async () => {
  site = await openCommunity();
  ada = await site.as("user", "ada.lovelace");
  bob = await site.as("user", "bob");
});
afterAll(() => site.close());
beforeEach(() => sql`update posts set status = 'deleted'`.execute(site.db));

/** The feed as someone sees it, with a realtime channel that the test speaks on. */
async function openFeed(as?: Client, path = "/community") {
  const channel = networkWithChannel(site, as);
  const app = await openApp(site, path, { network: channel.network });
  const send = (type: string, data: unknown) => channel.send("community.feed", type, data);
  const isFollowing = () => channel.follows("community.feed");
  const posts = async () => within(await app.screen.findByRole("region", { name: "Posts" }));
  return { ...app, say: send, isFollowing, posts };
}

test("a visitor reads posts by topic, order and words, and each choice is in the address", async () => {
  const eventId = await site.create.event({ title: "Soca Saturday", startsAt: new Date(Date.now() + 86_400_000) });
  await post(ada, "Who is bringing the flags?", { eventId });
  await post(bob, "General talk about **everything**");
  const { screen, user, address, posts } = await openFeed();
  (await posts()).getByText("everything", { selector: "strong" });
  (await posts()).getByText(/flags/);
  expect(await barriers()).toEqual([]);
  await user.click(
    within(screen.getByRole("navigation", { name: "Topics" })).getByRole("link", { name: /^Soca Saturday/ }),
  );
  await screen.findByRole("heading", { level: 1, name: "Soca Saturday" });
  expect(address()).toBe(`/community?event=${eventId}`);
  await waitFor(async () => expect((await posts()).queryByText("everything")).toBeNull());
  await user.click(screen.getByRole("link", { name: "Top" }));
  await waitFor(() => expect(address()).toBe(`/community?event=${eventId}&sort=top`));
  await user.type(screen.getByRole("searchbox", { name: "Search posts" }), "zzz");
  await screen.findByText("No matches");
  await user.click(screen.getByRole("link", { name: "Following" }));
  await screen.findByText(/No matches|Join to follow people/);
});

test("new posts wait behind a button; what is removed goes at once, and reactions follow", async () => {
  const { body: first } = await post(ada, "First of the day");
  const { screen, user, say: send, isFollowing, posts } = await openFeed(bob);
  await isFollowing();
  const { body: second } = await post(ada, "Second of the day");
  send("published", { id: second.id, eventId: null, hasImages: false });
  const button = await screen.findByRole("button", { name: "1 new post" });
  expect((await posts()).queryByText("Second of the day")).toBeNull();
  await user.click(button);
  (await posts()).getByText("First of the day");
  await (await posts()).findByText("Second of the day");
  send("counts", { id: second.id, reactions: [{ kind: "fire", count: 7 }], commentCount: 3 });
  await (await posts()).findByRole("button", { name: "Fire: 7" });
  (await posts()).getByRole("link", { name: "3 comments" });
  send("removed", { id: first.id });
  await waitFor(async () => expect((await posts()).queryByText("First of the day")).toBeNull());
});

test("more posts load on request, and all are still there on the way back from a post", async () => {
  for (let count = 1; count <= 14; count++) await post(ada, `Line number ${count}!`);
  // The page that a test opens isn't in the history.
  const { screen, user, posts, go } = await openFeed(undefined, "/");
  await go("/community");
  await (await posts()).findByText("Line number 14!");
  await user.click(screen.getByRole("button", { name: "Show more posts" }));
  const oldest = within((await (await posts()).findByText("Line number 1!")).closest("article")!);
  await user.click(oldest.getByRole("link", { name: "0 comments" }));
  await user.click(await screen.findByRole("link", { name: "Back to the feed" }));
  await (await posts()).findByText("Line number 1!");
  (await posts()).getByText("Line number 14!");
});

test("a reaction shows at once and is taken back if it isn't saved", async () => {
  await post(ada, "React to me");
  const { network, user, posts } = await openFeed(bob);
  const card = await posts();
  await user.click(await card.findByRole("button", { name: "React" }));
  await user.click(card.getByRole("button", { name: "Clap" }));
  const clapped = await card.findByRole("button", { name: "Clap: 1", pressed: true });
  await waitFor(() => expect(network.callsTo("PUT", /reaction$/)).toHaveLength(1));
  network.cut();
  await user.click(clapped);
  await waitFor(() => expect(card.getByRole("button", { name: "Clap: 1", pressed: true })).toBeDefined());
});

test("a member's card shows where they were, and blocking takes their posts away", async () => {
  await post(ada, "You will not see me");
  const { screen, user, posts } = await openFeed(bob);
  await user.click(await (await posts()).findByRole("link", { name: "ada.lovelace" }));
  const card = within(await screen.findByRole("dialog", { name: "ada.lovelace" }));
  await card.findByRole("button", { name: "Follow" });
  expect(await barriers()).toEqual([]);
  await user.click(card.getByRole("button", { name: "Block" }));
  await card.findByRole("button", { name: "Unblock" });
  await waitFor(() => expect(screen.queryByText("You will not see me")).toBeNull());
  await user.click(card.getByRole("button", { name: "Unblock" }));
  await card.findByRole("button", { name: "Block" });
});

test("what waits for review stands above the feed for its author alone, however much they posted since", async () => {
  const { body: held } = await post(ada, "Please review me");
  await sql`update posts set status = 'held', published_at = null where id = ${held.id}`.execute(site.db);
  for (const text of ["One", "Two", "Three", "Four"]) await post(ada, text);
  const shown = async (as?: Client) => {
    const { posts, close } = await openFeed(as);
    const feed = await posts();
    await feed.findByText("Four");
    if (as === ada) await feed.findByText("Please review me");
    const texts = feed.getAllByRole("listitem").map(({ textContent }) => textContent);
    close();
    return ["Please review me", "Four", "Three", "Two", "One"].map((text) =>
      texts.findIndex((each) => each.includes(text)),
    );
  };
  expect(await shown(ada)).toEqual([0, 1, 2, 3, 4]);
  expect(await shown(bob)).toEqual([-1, 0, 1, 2, 3]);
});

test("beside the feed are the next events and the latest photo walls, in the order of their days", async () => {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000);
  const create = (title: string, days: number) =>
    site.create.event({ title, startsAt: at(days), endsAt: at(days + 0.2) });
  const ids = {
    later: await create("Later Lime", 9),
    next: await create("Next Nice", 4),
    old: await create("Old Out", -12),
    latest: await create("Latest Lime", -5),
  };
  await post(ada, "Who's in?", { eventId: ids.later });
  const { screen } = await openFeed(bob);
  const list = async (name: string) => {
    const links = within(await screen.findByRole("region", { name })).getAllByRole("link");
    return links
      .filter(({ textContent }) => /Later|Next|Old|Latest/.test(textContent))
      .map((link) => [link.textContent.replace(/^\D{3}\d+/, ""), link.getAttribute("href")]);
  };
  expect(await list("On the way")).toEqual(
    expect.arrayContaining([
      ["Next NiceStart the talk", `/community?event=${ids.next}`],
      ["Later Lime1 post", `/community?event=${ids.later}`],
    ]),
  );
  const coming = (await list("On the way")).map(([text]) => text!.slice(0, 4));
  expect(coming.indexOf("Next")).toBeLessThan(coming.indexOf("Late"));
  expect(await list("Photo walls")).toEqual([
    ["Latest LimeSee the photos", `/community?photos=${ids.latest}`],
    ["Old OutSee the photos", `/community?photos=${ids.old}`],
  ]);
});
