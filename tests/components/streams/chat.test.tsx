import { waitFor, within } from "@testing-library/react";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChatMessage } from "#contract/chat/chat.ts";
import { barriers } from "#tests/components/kit/barriers.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import type { Client } from "#testing/site.ts";
import { createStreamSite, type StreamSite } from "#testing/stream-site.ts";
import { networkWithChannel } from "./live-kit.ts";

let site: StreamSite;
let member: Client;
beforeAll(async () => {
  site = await createStreamSite();
  member = await site.as("user");
});
afterAll(() => site.close());

const soon = () => new Date(Date.now() + 3_600_000).toISOString();

/** A stream that is to come, whose chat is open, with a message. */
async function openChat(as?: Client, text = "Wha gwaan") {
  const { id, chatRoomId } = await site.createStream({ startsAt: soon() });
  const room = `/api/chat/rooms/${chatRoomId}` as const;
  const { body: first } = await member.post<ChatMessage>(`${room}/messages`, { clientId: randomUUID(), text });
  const channel = networkWithChannel(site, as);
  const app = await openApp(site, `/live?stream=${id}`, { network: channel.network });
  const chat = within(await app.screen.findByRole("region", { name: "Chat" }));
  const log = within(await chat.findByRole("log", { name: "Messages" }));
  await waitFor(() => expect(channel.isFollowed(`chat.${chatRoomId}`)).toBe(true));
  const send = (type: string, data: unknown) => channel.send(`chat.${chatRoomId}`, type, data);
  return { ...app, chat, log, room, first, say: send };
}

test("a visitor reads the chat and can sign in to write; new messages arrive, hidden ones vanish", async () => {
  const { chat, log, first, say: send, screen, user } = await openChat();
  log.getByText("Wha gwaan");
  const next = { ...first, id: first.id + 1000, text: "Big up Brooklyn" };
  send("message", next);
  await log.findByText("Big up Brooklyn");
  send("hidden", { id: next.id });
  await waitFor(() => expect(log.queryByText("Big up Brooklyn")).toBeNull());
  send("pinned", { message: { ...first, text: "Doors at nine" } });
  await chat.findByText(/Doors at nine/);
  expect(await barriers()).toEqual([]);
  await user.click(chat.getByRole("button", { name: "Sign in to chat" }));
  await screen.findByRole("dialog", { name: "Join The Community" });
});

test("a member's message shows at once, and only once when the channel brings it too", async () => {
  const { chat, log, room, say: send, user } = await openChat(await site.as("user"));
  await user.type(chat.getByRole("textbox", { name: "Message" }), "One love{Enter}");
  await log.findByText("One love");
  const sent = await waitFor(async () => {
    const { body } = await site.admin.get<{ messages: ChatMessage[] }>(room);
    const found = body.messages.find(({ text }) => text === "One love");
    expect(found).toBeDefined();
    return found!;
  });
  send("message", sent);
  await waitFor(() => expect(log.queryByText("You")).toBeNull());
  expect(log.getAllByText("One love")).toHaveLength(1);
});

test("a message that didn't leave stays, and is sent once when it is sent again", async () => {
  const { chat, log, room, network, user } = await openChat(await site.as("user"));
  network.cut();
  await user.type(chat.getByRole("textbox", { name: "Message" }), "Still here{Enter}");
  await log.findByText("Not sent. Check your internet connection.");
  network.restore();
  await user.click(log.getByRole("button", { name: "Send again" }));
  await waitFor(() => expect(log.queryByText("You")).toBeNull());
  expect(log.queryByRole("alert")).toBeNull();
  const { body } = await site.admin.get<{ messages: ChatMessage[] }>(room);
  expect(body.messages.filter(({ text }) => text === "Still here")).toHaveLength(1);
});

test("in slow mode Send waits as many seconds as the room says", async () => {
  const { chat, say, user } = await openChat(await site.as("user"));
  say("room", { slowSeconds: 30 });
  await chat.findByText("Slow mode: one message every 30 seconds.");
  await user.type(chat.getByRole("textbox", { name: "Message" }), "First{Enter}");
  const button = await chat.findByRole<HTMLButtonElement>("button", { name: "Send" });
  await waitFor(() => expect(Number.parseInt(button.textContent, 10)).toBeGreaterThan(20));
  await user.type(chat.getByRole("textbox", { name: "Message" }), "Second");
  expect(button.disabled).toBe(true);
});

test("a reaction that wasn't saved isn't shown as one", async () => {
  const { log, network, screen, user } = await openChat(await site.as("user"));
  await user.click(log.getByRole("button", { name: /^Actions for/ }));
  const [reaction] = within(log.getByRole("group", { name: "React or reply" })).getAllByRole("button");
  network.cut();
  await user.click(reaction!);
  await screen.findByText("Your reaction wasn't saved");
  expect(reaction!.getAttribute("aria-pressed")).toBe("false");
  network.restore();
  await user.click(reaction!);
  await waitFor(() => expect(reaction!.getAttribute("aria-pressed")).toBe("true"));
});

test("a reply names the message that it answers, also by keyboard", async () => {
  const { chat, log, room, first, user } = await openChat(await site.as("user"));
  chat.getByRole("log", { name: "Messages" }).focus();
  await user.keyboard("{ArrowUp}{Enter}");
  await user.click(log.getByRole("button", { name: "Reply" }));
  chat.getByText(/^Reply to/);
  await user.type(chat.getByRole("textbox", { name: "Message" }), "All good{Enter}");
  await waitFor(async () => {
    const { body } = await site.admin.get<{ messages: ChatMessage[] }>(room);
    expect(body.messages.at(-1)).toMatchObject({ text: "All good", replyToId: first.id });
  });
  // What they write next answers nothing, and neither does a reply that they gave up.
  expect(chat.queryByText(/^Reply to/)).toBeNull();
  await user.click(log.getByRole("button", { name: `Actions for ${first.authorName}'s message` }));
  await user.click(log.getByRole("button", { name: "Reply" }));
  await user.click(chat.getByRole("button", { name: "Cancel reply" }));
  await user.type(chat.getByRole("textbox", { name: "Message" }), "  See   you {Enter}");
  await waitFor(async () => {
    const { body } = await site.admin.get<{ messages: ChatMessage[] }>(room);
    expect(body.messages.at(-1)).toMatchObject({ text: "See you", replyToId: null });
  });
});

test("a moderator hides a message with a reason; it is gone at once and can be brought back", async () => {
  const { log, first, screen, user } = await openChat(await site.as("moderator"), "Buy followers");
  await user.click(log.getByRole("button", { name: /^Actions for/ }));
  const tools = within(log.getByRole("group", { name: "Moderate" }));
  expect(await barriers()).toEqual([]);
  await user.click(tools.getByRole("button", { name: "Hide" }));
  await waitFor(() => expect(log.queryByText("Buy followers")).toBeNull());
  const hidden = async () =>
    (
      await sql<{
        hidden: boolean;
      }>`select hidden_at is not null as hidden from chat_messages where id = ${first.id}`.execute(site.db)
    ).rows[0]?.hidden;
  expect(await hidden()).toBe(true);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(async () => expect(await hidden()).toBe(false));
});

test("a ban asks once more, and the banned person can't write", async () => {
  const { log, room, user } = await openChat(await site.as("moderator"));
  await user.click(log.getByRole("button", { name: /^Actions for/ }));
  await user.click(log.getByRole("button", { name: "Ban" }));
  await user.click(log.getByRole("button", { name: "Confirm ban" }));
  await waitFor(async () => {
    const { body } = await member.post(`${room}/messages`, { clientId: randomUUID(), text: "Still me" });
    expect(body.code).toBe("chat_banned");
  });
});

test("a ban can hide what someone wrote, and undoing it brings both back", async () => {
  const { log, room, user, screen, say: send, first } = await openChat(await site.as("moderator"), "Buy followers");
  await user.click(log.getByRole("button", { name: /^Actions for/ }));
  await user.click(log.getByRole("button", { name: "Ban" }));
  await user.click(log.getByRole("button", { name: "Ban and hide all messages" }));
  const read = async () => (await site.admin.get<{ messages: ChatMessage[] }>(room)).body.messages;
  await waitFor(async () => expect(await read()).toEqual([]));
  send("hidden_many", { ids: [first.id] });
  await waitFor(() => expect(log.queryByText("Buy followers")).toBeNull());
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(async () => expect(await read()).toHaveLength(1));
  const { status } = await member.post(`${room}/messages`, { clientId: randomUUID(), text: "Thanks" });
  expect(status).toBe(201);
});

test("a guest reads the name that they have in chat, and each name has its color", async () => {
  const guest = await site.as("guest");
  const { chat, log, first, say: send } = await openChat(guest);
  const name = (await chat.findByText(/^Guest [A-Z][a-z]+ \d+$/)).textContent;
  expect(chat.getByText(/^You're/).textContent).toBe(`You're ${name} here.`);
  send("message", { ...first, id: first.id + 1, authorId: first.authorId! + 1, authorName: "Guest Mango 9" });
  const [one, two] = [log.getByText(first.authorName), await log.findByText("Guest Mango 9")];
  const colorOf = (element: HTMLElement) => /text-name-\d/.exec(element.className)?.[0];
  expect(colorOf(one)).toBeDefined();
  expect(colorOf(two)).not.toBe(colorOf(one));
});

test("each message shows its author's role, what it answers and its reactions; what is hidden isn't quoted", async () => {
  const { log, first, say: send } = await openChat(await site.as("user"));
  const next = { ...first, authorId: 9999, authorName: "DJ Nia", reactions: [{ kind: "fire", count: 3 }] };
  send("message", { ...next, id: first.id + 1, badge: "host", text: "Big up", replyToId: first.id });
  send("message", { ...next, id: first.id + 2, badge: "moderator", text: "Be nice", replyToId: 1_000_000 });
  send("message", { ...next, id: first.id + 3, badge: "admin", text: "Welcome", reactions: [] });
  await log.findByText("Welcome");
  const rows = log.getAllByRole("button", { name: /^Actions for/ }).map((button) => button.parentElement!.textContent);
  expect(rows).toEqual([
    `${first.authorName} Wha gwaan`,
    `${first.authorName}: Wha gwaanHostDJ Nia Big up🔥 3`,
    "Message unavailableModDJ Nia Be nice🔥 3",
    "TeamDJ Nia Welcome",
  ]);
  send("reactions", { id: first.id + 1, reactions: [{ kind: "fire", count: 4 }] });
  await waitFor(() => expect(log.getAllByText("4", { exact: false })).not.toEqual([]));
});

test("a long chat starts with its last messages, and earlier ones come above them until there are none", async () => {
  const { chatRoomId, id } = await site.createStream({ startsAt: soon() });
  const host = await site.as("moderator");
  for (let n = 1; n <= 55; n++)
    await host.post(`/api/chat/rooms/${chatRoomId}/messages`, { clientId: randomUUID(), text: `Line ${n}` });
  const channel = networkWithChannel(site, member);
  const { screen, user } = await openApp(site, `/live?stream=${id}`, { network: channel.network });
  const log = within(await screen.findByRole("log", { name: "Messages" }));
  const lines = () => log.getAllByText(/^Line \d+$/).map(({ textContent }) => Number(textContent.slice(5)));
  await log.findByText("Line 55");
  expect(lines()).toEqual(Array.from({ length: 50 }, (_, index) => index + 6));
  await user.click(log.getByRole("button", { name: "Earlier messages" }));
  await log.findByText("Line 1");
  expect(lines()).toEqual(Array.from({ length: 55 }, (_, index) => index + 1));
  await waitFor(() => expect(log.queryByRole("button", { name: "Earlier messages" })).toBeNull());
});

test("a moderator gives timeouts with the chosen reason, pins, unpins and slows the chat", async () => {
  const moderator = await site.as("moderator");
  const { chat, log, room, first, screen, user, say: send } = await openChat(moderator, "Buy followers");
  const actions = () => user.click(log.getByRole("button", { name: /^Actions for/ }));
  const state = async () => (await site.admin.get(room)).body.room;
  await actions();
  await user.selectOptions(log.getByRole("combobox", { name: "Reason" }), "Off topic");
  await user.click(log.getByRole("button", { name: "10 min timeout" }));
  await screen.findAllByText(`${first.authorName} can't post for 10 minutes`);
  expect(log.queryByRole("group", { name: "Moderate" })).toBeNull();
  const logged = async () =>
    (await site.admin.get(`${room}/log`)).body.items.map(({ action, personName, reason }) =>
      [action, personName, reason].join(" "),
    );
  expect(await logged()).toEqual([`timed_out ${first.authorName} Off topic`]);
  const refused = await member.post(`${room}/messages`, { clientId: randomUUID(), text: "Still me" });
  expect(refused.body.message).toBe("A moderator gave you a timeout. You can post again later.");
  const { mutedUntil } = (await member.get(room)).body.you;
  expect((Date.parse(mutedUntil!) - Date.now()) / 60_000).toBeGreaterThan(8);
  expect((Date.parse(mutedUntil!) - Date.now()) / 60_000).toBeLessThanOrEqual(11);
  await user.click(screen.getAllByRole("button", { name: "Undo" })[0]!);
  await waitFor(async () => expect(await logged()).toHaveLength(2));
  expect((await logged())[0]).toBe(`unbanned ${first.authorName} Undone by the moderator`);

  expect(chat.queryByRole("button", { name: "Unpin" })).toBeNull();
  await actions();
  await user.click(log.getByRole("button", { name: "Pin" }));
  await waitFor(async () => expect((await state()).pinned).toMatchObject({ id: first.id }));
  send("pinned", { message: first });
  await user.click(await chat.findByRole("button", { name: "Unpin" }));
  await waitFor(async () => expect((await state()).pinned).toBeNull());
  await user.selectOptions(chat.getByRole("combobox", { name: "Slow mode" }), "Slow mode 30 s");
  await waitFor(async () => expect((await state()).slowSeconds).toBe(30));
  expect((await logged())[0]).toBe("changed  Slow mode 30 s");
  // Their own messages can't get them banned, and slow mode doesn't bind them.
  await user.type(chat.getByRole("textbox", { name: "Message" }), "Be nice{Enter}");
  await waitFor(() => expect(log.queryByText("You")).toBeNull());
  const own = (await site.admin.get(room)).body.messages.at(-1);
  await log.findByText("Be nice");
  await user.click(log.getByRole("button", { name: `Actions for ${own!.authorName}'s message` }));
  expect(log.queryByRole("button", { name: "Ban" })).toBeNull();
  await user.type(chat.getByRole("textbox", { name: "Message" }), "Again");
  expect(chat.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(false);
});

test.each([
  ["a closed chat", { isPaused: true }, "user", "The chat is closed right now.", null],
  ["a members' chat to guests", { audience: "members" }, "guest", /^Only members can post here/, "Create account"],
  ["a ticket holders' chat", { audience: "ticket_holders" }, "user", "Only ticket holders can post here.", null],
] as const)("%s says so in place of the field", async (_, rules, role, words, button) => {
  const { id, chatRoomId } = await site.createStream({ startsAt: soon() });
  const room = `/api/chat/rooms/${chatRoomId}` as const;
  await site.admin.call("PATCH", room, { ...rules, reason: "Rules" });
  await site.admin.post(`${room}/messages`, { clientId: randomUUID(), text: "Welcome" });
  const channel = networkWithChannel(site, await site.as(role));
  const { screen } = await openApp(site, `/live?stream=${id}`, { network: channel.network });
  const chat = within(await screen.findByRole("region", { name: "Chat" }));
  await chat.findByText(words);
  expect(chat.queryByRole("textbox", { name: "Message" })).toBeNull();
  expect(chat.queryByRole("button", { name: /^Actions for/ })).toBeNull();
  expect(chat.queryByText("You're moderating")).toBeNull();
  if (button !== null) chat.getByRole("button", { name: button });
  else expect(chat.queryByRole("button", { name: /account|Sign in/ })).toBeNull();
});

test("a message that was refused says why, and can be discarded", async () => {
  const { chat, log, user, room } = await openChat(await site.as("user"));
  await user.type(chat.getByRole("textbox", { name: "Message" }), "see evil.com{Enter}");
  await log.findByText("You can't post links here. Remove the link and try again.");
  await user.click(log.getByRole("button", { name: "Discard" }));
  expect(log.queryByText("see evil.com")).toBeNull();
  expect((await site.admin.get(room)).body.messages).toHaveLength(1);
});
