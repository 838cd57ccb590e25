import { expect, test } from "vitest";
import type { StreamMessage } from "#contract/realtime.ts";
import { waitMs } from "./stream.ts";
import { Subscriptions } from "./subscriptions.ts";

function follow(subscriptions: Subscriptions, topic: string, since?: number) {
  const seen: unknown[] = [];
  const handlers = {
    message: (type: string, data: unknown) => seen.push([type, data]),
    reset: () => seen.push("reset"),
    closed: () => seen.push("closed"),
  };
  subscriptions.add(topic, handlers, since);
  return { seen, leave: () => subscriptions.remove(topic, handlers) };
}
const message = (seq: number, topic = "chat.1"): StreamMessage => ({ topic, seq, type: "message", data: seq });
const dataOf = (seen: unknown[]) => seen.map((one) => (Array.isArray(one) ? (one[1] as unknown) : one));

test("a message that comes twice, from overlapping streams, is handled once", () => {
  const subscriptions = new Subscriptions();
  const { seen } = follow(subscriptions, "chat.1", 4);
  for (const seq of [3, 4, 5, 6, 5, 6, 7]) subscriptions.receive(message(seq));
  expect(dataOf(seen)).toEqual([5, 6, 7]);
  expect(subscriptions.positions()).toEqual({ "chat.1": 7 });
});

test("messages of topics that nobody follows here are ignored", () => {
  const subscriptions = new Subscriptions();
  const { seen, leave } = follow(subscriptions, "chat.1");
  subscriptions.receive(message(1, "chat.2"));
  leave();
  subscriptions.receive(message(1));
  expect(seen).toEqual([]);
  expect(subscriptions.positions()).toEqual({});
});

test("a topic without a position starts where the stream does, another keeps its own", () => {
  const subscriptions = new Subscriptions();
  follow(subscriptions, "chat.1");
  follow(subscriptions, "chat.2", 3);
  expect(subscriptions.positions()).toEqual({ "chat.1": undefined, "chat.2": 3 });
  subscriptions.receive({ control: "positions", positions: { "chat.1": 9, "chat.2": 5 } });
  expect(subscriptions.positions()).toEqual({ "chat.1": 9, "chat.2": 3 });
});

test("a reset moves the position, back too, and asks for the state", () => {
  const subscriptions = new Subscriptions();
  const { seen } = follow(subscriptions, "chat.1", 40);
  subscriptions.receive({ control: "reset", topic: "chat.1", seq: 20 });
  subscriptions.receive(message(21));
  expect(dataOf(seen)).toEqual(["reset", 21]);
});

test("a closed topic is followed no more", () => {
  const subscriptions = new Subscriptions();
  const { seen } = follow(subscriptions, "chat.1", 0);
  subscriptions.receive({ control: "closed", topic: "chat.1" });
  subscriptions.receive(message(1));
  expect(seen).toEqual(["closed"]);
  expect(subscriptions.positions()).toEqual({});
});

test.each([
  [0, 0, 250],
  [0, 1, 500],
  [1, 1, 1000],
  [3, 0.5, 3000],
  [6, 1, 30_000],
  [60, 1, 30_000],
  [60, 0, 15_000],
])("after %i failures, with a random number of %d, the next attempt comes %i ms later", (failures, random, ms) => {
  expect(waitMs(failures, random)).toBe(ms);
});
