import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openCommunity, post } from "#tests/community/kit.ts";
import { barriers } from "#tests/components/kit/barriers.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { freshName, goodRegistration, submit, writeInOtherTab } from "#tests/components/kit/visitor.ts";
import type { Client, Site } from "#testing/site.ts";
import { storageKeys } from "#web/lib/safe-storage.ts";

let site: Site;
let ada: Client;
beforeAll(async () => {
  site = await openCommunity();
  ada = await site.as("user", "ada.lovelace");
  await post(ada, "Something to read");
});
afterAll(() => site.close());
beforeEach(() => writeInOtherTab(storageKeys.drafts, null));

const postsWith = async (text: string) =>
  (await sql<{ status: string }>`select status from posts where text = ${text}`.execute(site.db)).rows;

async function openField({ screen, user }: OpenApp) {
  await user.click(await screen.findByRole("button", { name: "What's the word?" }));
  return screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Your post" });
}

test("a member posts; the post is in the feed at once and the draft is gone", async () => {
  const app = await openApp(site, "/community", { as: ada });
  const { screen, user } = app;
  const field = await openField(app);
  expect(document.activeElement).toBe(field);
  await user.type(field, "Dominoes on Sunday");
  expect(await barriers()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Post" }));
  await within(await screen.findByRole("region", { name: "Posts" })).findByText("Dominoes on Sunday");
  await screen.findByText("Your post is up");
  expect(await postsWith("Dominoes on Sunday")).toEqual([{ status: "published" }]);
  expect(localStorage.getItem("sg:community:drafts")).toBe("{}");
});

test("a draft is there again after a reload, and can be discarded and brought back", async () => {
  const app = await openApp(site, "/community", { as: ada });
  await app.user.type(await openField(app), "Half a thought");
  app.close();
  const { screen, user } = await openApp(site, "/community", { as: ada });
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Your post" });
  expect(field.value).toBe("Half a thought");
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await screen.findByRole("button", { name: "What's the word?" });
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect((await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Your post" })).value).toBe("Half a thought");
  await user.click(screen.getByRole("button", { name: "Discard" }));
});

test("an @ suggests members; arrows choose and Enter takes one", async () => {
  await site.as("user", "bobby.one");
  await site.as("user", "bobby.two");
  const app = await openApp(site, "/community", { as: ada });
  const { screen, user } = app;
  const field = await openField(app);
  await user.type(field, "Big up @bobby");
  const list = within(await screen.findByRole("listbox", { name: "Members" }));
  await waitFor(() => expect(list.getAllByRole("option")).toHaveLength(2));
  const second = list.getAllByRole("option")[1]!;
  await user.keyboard("{ArrowDown}");
  expect(field.getAttribute("aria-activedescendant")).toBe(second.id);
  const handle = /@(bobby\.\w+)/.exec(second.textContent)![1]!;
  await user.keyboard("{Enter}");
  expect(field.value).toBe(`Big up @${handle} `);
  expect(screen.queryByRole("listbox")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Discard" }));
});

test("a failure keeps the text and says why; trying again posts once", async () => {
  const app = await openApp(site, "/community", { as: ada });
  const { screen, user, network } = app;
  await user.type(await openField(app), "Only once");
  network.cut();
  await user.click(screen.getByRole("button", { name: "Post" }));
  await screen.findByText("Check your internet connection and try again.");
  network.restore();
  await user.click(screen.getByRole("button", { name: "Post" }));
  await screen.findByText("Your post is up");
  expect(await postsWith("Only once")).toHaveLength(1);
  const keys = network.callsTo("POST", /posts$/).map(({ headers }) => headers.get("idempotency-key"));
  expect(new Set(keys).size).toBe(1);
});

/** An upload that never ends. */
class EndlessUpload extends EventTarget {
  upload = new EventTarget();
  open = vi.fn<() => void>();
  setRequestHeader = vi.fn<() => void>();
  send = vi.fn<() => void>();
  abort = vi.fn<() => void>();
}

test("a post waits for its photos while they are uploaded", async () => {
  vi.stubGlobal("XMLHttpRequest", EndlessUpload);
  const app = await openApp(site, "/community", { as: ada });
  const { screen, user } = app;
  await user.type(await openField(app), "Look at this");
  await user.upload(screen.getByLabelText("Add photos"), new File(["x"], "party.jpg", { type: "image/jpeg" }));
  await screen.findByRole("list", { name: "Photos" });
  await user.click(screen.getByRole("button", { name: "Post" }));
  await screen.findByText("Wait until your photos are uploaded.");
  expect(await postsWith("Look at this")).toEqual([]);
  app.close();
  vi.unstubAllGlobals();
});

test("a visitor writes first, registers, and the draft is posted by itself", async () => {
  const app = await openApp(site, "/community");
  const { screen, user } = app;
  await user.type(await openField(app), "My first hello");
  await user.click(screen.getByRole("button", { name: "Join to post" }));
  await screen.findByRole("dialog", { name: "Join The Community" });
  await submit(app, goodRegistration(freshName()));
  await screen.findByText("Your post is up");
  await within(await screen.findByRole("region", { name: "Posts" })).findByText("My first hello");
  expect(await postsWith("My first hello")).toEqual([{ status: "published" }]);
  expect(app.address()).toBe("/community");
});

test("whoever closes the dialog keeps the draft, and signing in later posts nothing", async () => {
  const app = await openApp(site, "/community");
  const { screen, user } = app;
  await user.type(await openField(app), "Not yet");
  await user.click(screen.getByRole("button", { name: "Join to post" }));
  await screen.findByRole("dialog", { name: "Join The Community" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  await user.click(await screen.findByRole("tab", { name: "Register" }));
  await submit(app, goodRegistration(freshName()));
  await screen.findByRole("button", { name: /^Account/ });
  expect(await postsWith("Not yet")).toEqual([]);
});

test("a link alone never posts a draft", async () => {
  const first = await openApp(site, "/community", { as: ada });
  await first.user.type(await openField(first), "Stay put");
  first.close();
  const { screen, address, user } = await openApp(site, "/community?send=1", { as: ada });
  await screen.findByRole("textbox", { name: "Your post" });
  await waitFor(() => expect(address()).toBe("/community"));
  expect(await postsWith("Stay put")).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Discard" }));
});

test("a guest is asked to register, and a muted member reads why they can't write", async () => {
  const guest = await openApp(site, "/community", { as: await site.as("guest") });
  await guest.user.type(await openField(guest), "Guest talk");
  await guest.user.click(guest.screen.getByRole("button", { name: "Join to post" }));
  await guest.screen.findByRole("dialog", { name: "Join The Community" });
  guest.close();
  writeInOtherTab(storageKeys.drafts, null);
  const loud = await site.as("user");
  const moderator = await site.as("moderator");
  const { status } = await moderator.post(`/api/community/people/${loud.id}/actions`, {
    kind: "mute",
    seconds: 86_400,
    reason: "Shouting at people",
  });
  expect(status).toBe(201);
  const { screen, user } = await openApp(site, "/community", { as: loud });
  await user.click(await screen.findByRole("button", { name: "What's the word?" }));
  await screen.findByText(/Shouting at people/);
});
