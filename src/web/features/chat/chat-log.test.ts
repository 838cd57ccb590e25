import { expect, test } from "vitest";
import type { ChatMessage, ChatRoom } from "#contract/chat/chat.ts";
import { type ChatEvent, type ChatLog, firstLog, nextLog } from "./chat-log.ts";

const message = (id: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  at: "2026-11-28T22:00:00.000Z",
  authorId: 7,
  authorName: "Kezia",
  badge: null,
  text: `message ${id}`,
  replyToId: null,
  reactions: [],
  ...more,
});
const room = { id: 1, slowSeconds: 0, pinned: null } as unknown as ChatRoom;
const start = firstLog({ room, messages: [message(2), message(4)], hasEarlier: true });
const fromChannel = (type: string, data: unknown): ChatEvent => ({ kind: "told", type, data, ownId: 7 });
const after = (...events: ChatEvent[]): ChatLog => events.reduce(nextLog, start);
const ids = ({ messages }: ChatLog) => messages.map(({ id }) => id);

test.each<[string, ChatEvent[], number[]]>([
  ["a new message comes last", [fromChannel("message", message(5))], [2, 4, 5]],
  [
    "a message that comes twice is shown once",
    [fromChannel("message", message(5)), fromChannel("message", message(5))],
    [2, 4, 5],
  ],
  [
    "messages keep the room's order",
    [fromChannel("message", message(5)), fromChannel("message", message(3))],
    [2, 3, 4, 5],
  ],
  ["a hidden message is gone", [fromChannel("hidden", { id: 2 })], [4]],
  [
    "a restored message is back in its place",
    [fromChannel("hidden", { id: 2 }), fromChannel("restored", message(2))],
    [2, 4],
  ],
  ["earlier messages come first", [{ kind: "earlier", items: [message(1)], hasEarlier: false }], [1, 2, 4]],
  ["a moderator's own press hides at once", [{ kind: "hidden", id: 4 }], [2]],
  ["what the channel doesn't know changes nothing", [fromChannel("other", {})], [2, 4]],
  [
    "after a gap, the state is what was loaded",
    [{ kind: "load", state: { room, messages: [message(9)], hasEarlier: true } }],
    [9],
  ],
])("%s", (_name, events, expected) => {
  expect(ids(after(...events))).toEqual(expected);
});

const sending: ChatEvent = { kind: "sending", message: { clientId: "a", text: "Hello" } };

test.each<[string, ChatEvent[], number, number[]]>([
  ["is shown at once", [sending], 1, [2, 4]],
  ["takes its place when it was sent", [sending, { kind: "sent", clientId: "a", message: message(6) }], 0, [2, 4, 6]],
  [
    "isn't doubled when the channel is faster",
    [sending, fromChannel("message", message(6, { text: "Hello" }))],
    0,
    [2, 4, 6],
  ],
  [
    "waits while others write the same",
    [sending, fromChannel("message", message(6, { text: "Hello", authorId: 8 }))],
    1,
    [2, 4, 6],
  ],
  ["stays with its failure", [sending, { kind: "failed", clientId: "a", failure: "No" }], 1, [2, 4]],
  [
    "can be sent again without a double",
    [sending, { kind: "failed", clientId: "a", failure: "No" }, sending],
    1,
    [2, 4],
  ],
  ["can be given up", [sending, { kind: "dropped", clientId: "a" }], 0, [2, 4]],
])("an own message %s", (_name, events, pending, expected) => {
  const log = after(...events);
  expect(log.pending).toHaveLength(pending);
  expect(ids(log)).toEqual(expected);
});

test("the pinned message goes when it is hidden; reactions and rules of the room follow the channel", () => {
  const pinned = after(fromChannel("pinned", { message: message(4) }));
  expect(pinned.room.pinned?.id).toBe(4);
  expect(nextLog(pinned, fromChannel("hidden", { id: 4 })).room.pinned).toBeNull();
  const reacted = after(fromChannel("reactions", { id: 4, reactions: [{ kind: "fire", count: 3 }] }));
  expect(reacted.messages[1]?.reactions).toEqual([{ kind: "fire", count: 3 }]);
  expect(after(fromChannel("room", { slowSeconds: 30 })).room.slowSeconds).toBe(30);
});

test("only the latest 300 messages stay; the rest can be loaded again", () => {
  const many = Array.from({ length: 400 }, (_, index) => fromChannel("message", message(index + 10)));
  const log = after(...many);
  expect(log.messages).toHaveLength(300);
  expect(log.messages.at(-1)?.id).toBe(409);
  expect(log.hasEarlier).toBe(true);
});

test("a reader can get back to what was dropped, also in a chat that had nothing earlier", () => {
  const short = firstLog({ room, messages: [message(2)], hasEarlier: false });
  const add = (log: ChatLog, count: number) =>
    Array.from({ length: count }, (_, index) => fromChannel("message", message(index + 10))).reduce(nextLog, log);
  expect(add(short, 299).hasEarlier).toBe(false);
  const dropped = add(short, 300);
  expect([dropped.hasEarlier, dropped.messages[0]?.id]).toEqual([true, 10]);
  const loaded = nextLog(dropped, { kind: "earlier", items: [message(2)], hasEarlier: false });
  expect([loaded.hasEarlier, loaded.messages[0]?.id, loaded.messages.length]).toEqual([false, 2, 301]);
});
