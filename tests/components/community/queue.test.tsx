import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCommunity, post } from "#tests/community/kit.ts";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { networkWithChannel } from "#tests/components/streams/live-kit.ts";
import type { Client, Site } from "#testing/site.ts";

let site: Site;
let moderator: Client;
beforeAll(async () => {
  site = await openCommunity({ heldPosts: 1 });
  moderator = await site.as("moderator");
});
afterAll(() => site.close());

const held = async (text: string) => (await post(await site.as("user"), text)).body as { id: number; status: string };
const statusOf = async (id: number) => (await site.anon.get(`/api/community/posts/${id}`)).status;

async function openQueue(as = moderator, query = "") {
  const channel = networkWithChannel(site, as);
  const app = await openApp(site, `/admin?section=community${query}`, { network: channel.network });
  const isFollowing = () => channel.follows("community.review");
  return { ...app, isFollowing, send: (data: unknown) => channel.send("community.review", "review", data) };
}

test("a moderator clears the queue by keyboard: moves, approves, hides with a reason, undoes", async () => {
  const [one, two, three] = [await held("Hello one"), await held("Hello two"), await held("Hello three")];
  expect(one.status).toBe("held");
  const { screen, user } = await openQueue();
  await screen.findByText("Hello three");
  screen.getByText("3 waiting");
  expect(await barriers()).toEqual([]);
  await user.keyboard("?");
  await dialogOf({ screen }, "Keys");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  await user.keyboard("j");
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Hello two"));
  await user.keyboard("h");
  const dialog = await dialogOf({ screen }, "Hide this post");
  expect(document.activeElement).toBe(dialog.getByLabelText("Reason"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByText("Hello two")).toBeNull());
  await screen.findByText("2 waiting");
  expect(await statusOf(two.id)).toBe(404);

  await user.keyboard("k");
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Hello one"));
  await user.keyboard("a");
  await waitFor(() => expect(screen.queryByText("Hello one")).toBeNull());
  await waitFor(async () => expect(await statusOf(one.id)).toBe(200));
  await user.keyboard("u");
  await screen.findByText("Hello one");
  expect(await statusOf(one.id)).toBe(404);
  await user.keyboard("aa");
  await screen.findByText("All clear");
  await waitFor(async () => expect([await statusOf(one.id), await statusOf(three.id)]).toEqual([200, 200]));
});

test("what arrives shows without a reload, and what someone else decided says so", async () => {
  const { screen, user, isFollowing, send } = await openQueue();
  await screen.findByText("All clear");
  await isFollowing();
  const { id } = await held("Fresh in");
  send({ open: 1 });
  await screen.findByText("Fresh in");
  const { body } = await moderator.get("/api/community/review");
  const item = body.items.find(({ content }: { content: { id: number } }) => content.id === id);
  await moderator.post(`/api/community/review/${item!.id}`, { decision: "approve" });
  await user.click(screen.getByRole("button", { name: "Approve" }));
  await screen.findByText("Someone beat you to it");
  await screen.findByText("All clear");
});

test("the queue names the banned words of a text, and how they are written", async () => {
  await moderator.call("PUT", "/api/banned-words", { words: ["butt", "boob"], reason: "Rules" });
  const { id } = await held("Came with b.u.t.t and BOOB, but late");
  const { screen, user } = await openQueue();
  const card = within((await screen.findByText(/but late/)).closest("li")!);
  card.getByText("Banned word");
  expect(card.getByText(/^Banned words:/).textContent).toBe("Banned words: boob, butt (written “b.u.t.t”)");
  await moderator.call("PUT", "/api/banned-words", { words: [], reason: "Rules" });
  await user.keyboard("a");
  await screen.findByText("All clear");
  await waitFor(async () => expect(await statusOf(id)).toBe(200));
});

test("one sheet has every action on a member; an action can be undone from the list of actions", async () => {
  const loud = await site.as("user", "loud.one");
  const { body } = await post(loud, "LOUD");
  const { screen, user } = await openQueue();
  await screen.findByText("LOUD");
  await user.keyboard("w");
  const sheet = await dialogOf({ screen }, "Moderate loud.one");
  expect(await barriers()).toEqual([]);
  await user.click(await sheet.findByRole("radio", { name: "Mute" }));
  await user.selectOptions(sheet.getByLabelText("For how long"), "1 week");
  await user.click(sheet.getByRole("button", { name: "Mute" }));
  await screen.findByText("loud.one is muted");
  expect((await post(loud, "more")).body.code).toBe("community_muted");
  await user.click(screen.getByRole("link", { name: "Actions" }));
  const line = within((await screen.findByText(/muted loud\.one/)).closest("li")!);
  await user.click(line.getByRole("button", { name: "Undo" }));
  await line.findByText("Undone");
  expect((await post(loud, "more")).status).toBe(201);
  expect(body.status).toBe("held");
});

test("decided posts can be restored; words are set here; only admins change how many posts are held", async () => {
  const { screen, user, close } = await openQueue(moderator, "&view=decided");
  const hidden = within((await screen.findByText("Hello two")).closest("li")!);
  await user.click(hidden.getByRole("button", { name: "Restore" }));
  await screen.findByText("Restored. Its author was told.");
  await waitFor(() => expect(hidden.queryByRole("button", { name: "Restore" })).toBeNull());
  await user.click(screen.getByRole("link", { name: "Rules & words" }));
  await screen.findByText(/Hold their first post/);
  expect(screen.queryByLabelText("Posts of new members")).toBeNull();
  await user.type(await screen.findByLabelText("Words"), "scamword");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Banned words saved");
  close();
  const admin = await openQueue(await site.as("admin"), "&view=rules");
  await admin.user.selectOptions(await admin.screen.findByLabelText("Posts of new members"), "Publish them right away");
  await admin.screen.findByText("Saved");
  expect((await moderator.get("/api/community/rules")).body).toEqual({ heldPosts: 0 });
});

test("moderators open Check-in and Community in admin, and nothing else", async () => {
  const { screen, go } = await openQueue();
  const nav = within((await screen.findAllByRole("navigation", { name: "Admin" }))[0]!);
  expect(nav.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Check-in", "Community"]);
  await go("/admin?section=settings");
  await screen.findByRole("heading", { name: "No access" });
});
