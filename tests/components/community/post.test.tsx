import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { comment, openCommunity, post } from "#tests/community/kit.ts";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf } from "#tests/components/kit/forms.ts";
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

async function openPost(as?: Client, text = "Where are we eating after?", more = "") {
  const { body } = await post(ada, text);
  const channel = networkWithChannel(site, as);
  const app = await openApp(site, `/community?post=${body.id}${more}`, { network: channel.network });
  const comments = within(await app.screen.findByRole("region", { name: /comment/i }));
  const send = (type: string, data: unknown) => channel.send(`community.post-${body.id}`, type, data);
  const isFollowing = () => channel.follows(`community.post-${body.id}`);
  return { ...app, id: body.id, comments, say: send, isFollowing };
}

test("a post's page names it for shared links, and comments arrive without a reload", async () => {
  const { id, comments, say: send, isFollowing, screen } = await openPost();
  expect(document.title).toMatch(/^ada.lovelace: Where are we eating after\?/);
  expect(document.querySelector<HTMLMetaElement>("meta[name=description]")?.content).toBe("Where are we eating after?");
  comments.getByText("Nobody has said anything yet. Go first.");
  expect(await barriers()).toEqual([]);
  await isFollowing();
  const { body: made } = await comment(bob, id, "Doubles on Nostrand");
  send("comment", { id: made.id, parentId: null });
  await comments.findByText("Doubles on Nostrand");
  const count = (text: string) => comments.findByRole("heading", { level: 2, name: text });
  await count("1 comment");
  const { body: answer } = await comment(ada, id, "Say less", made.id);
  send("comment", { id: answer.id, parentId: made.id });
  await comments.findByText("Say less");
  await count("2 comments");
  // The channel says it twice: it counts once.
  send("comment", { id: answer.id, parentId: made.id });
  send("reactions", { commentId: made.id, reactions: [{ kind: "love", count: 2 }] });
  await comments.findByRole("button", { name: "Love: 2" });
  send("comment_removed", { id: answer.id });
  await waitFor(() => expect(screen.queryByText("Say less")).toBeNull());
  await count("1 comment");
  const { body: edited } = await bob.call("PATCH", `/api/community/comments/${made.id}`, {
    text: "Doubles on Fulton",
    version: 1,
  });
  send("comment_changed", { id: edited.id });
  await comments.findByText("Doubles on Fulton");
  expect(comments.queryByText("Doubles on Nostrand")).toBeNull();
});

test("a member comments, replies, edits with its history, and deletes", async () => {
  const { comments, screen, user, network } = await openPost(bob);
  await user.click(comments.getByRole("button", { name: "Add a comment" }));
  await user.type(await comments.findByRole("textbox", { name: "Your comment" }), "I know a spot");
  await user.click(comments.getByRole("button", { name: "Comment" }));
  await comments.findByText("I know a spot", { selector: "p" });
  await user.click(comments.getByRole("button", { name: "Reply" }));
  const reply = await comments.findByRole("textbox", { name: "Your reply" });
  await user.type(reply, "Two blocks down");
  await user.click(within(reply.closest("form")!).getByRole("button", { name: "Reply" }));
  await comments.findByText("Two blocks down", { selector: "p" });
  const more = () => comments.getAllByRole("button", { name: "More about this comment" });
  await user.click(more()[0]!);
  await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
  const field = await comments.findByRole("textbox", { name: "Your comment" });
  await user.clear(field);
  await user.type(field, "I know the spot");
  await user.click(comments.getByRole("button", { name: "Save" }));
  await comments.findByText("I know the spot", { selector: "p" });
  await user.click(more()[0]!);
  await user.click(await screen.findByRole("menuitem", { name: "See edits" }));
  const history = await dialogOf({ screen }, "Earlier versions");
  await history.findByText("I know a spot");
  await user.keyboard("{Escape}");
  await user.click(more()[1]!);
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await user.click(
    (await dialogOf({ screen }, "Delete this comment?")).getByRole("button", { name: "Delete comment" }),
  );
  await waitFor(() => expect(comments.queryByText("Two blocks down", { selector: "p" })).toBeNull());
  expect(network.callsTo("DELETE", /comments\/\d+$/)).toHaveLength(1);
});

test("the comment that a notification names is marked, also from a later page", async () => {
  const { body } = await post(ada, "A long thread");
  const ids: number[] = [];
  for (let count = 0; count < 52; count++) ids.push((await comment(bob, body.id, `Comment ${count}`)).body.id);
  const { screen } = await openApp(site, `/community?post=${body.id}&comment=${ids.at(-1)}`);
  within(await screen.findByRole("list", { name: "The linked comment" })).getByText("Comment 51");
});

test("someone reports a post with a reason, once they chose one", async () => {
  const { screen, user, network } = await openPost(bob, "Cheap tickets, message me");
  await user.click(screen.getByRole("button", { name: "More about this post" }));
  await user.click(await screen.findByRole("menuitem", { name: "Report" }));
  const dialog = await dialogOf({ screen }, "Report this post");
  expect(await barriers()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Send report" }));
  await dialog.findByText("Choose a reason");
  await user.click(dialog.getByRole("radio", { name: "Spam or a scam" }));
  await user.click(dialog.getByRole("button", { name: "Send report" }));
  await screen.findByText("Thanks for telling us");
  expect(network.callsTo("POST", /reports$/)).toHaveLength(1);
});

test("a moderator hides a post where it is, which leads to the feed, and undoes it", async () => {
  const moderator = await site.as("moderator");
  const { id, screen, user, address } = await openPost(moderator, "Not for here");
  await user.click(screen.getByRole("button", { name: "More about this post" }));
  await user.click(await screen.findByRole("menuitem", { name: "Hide" }));
  const dialog = await dialogOf({ screen }, "Hide this post");
  await user.click(dialog.getByRole("button", { name: "Hide" }));
  await waitFor(() => expect(address()).toBe("/community"));
  expect((await site.anon.get(`/api/community/posts/${id}`)).status).toBe(404);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText("Undone");
  expect((await site.anon.get(`/api/community/posts/${id}`)).status).toBe(200);
});
