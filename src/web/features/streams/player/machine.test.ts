import { expect, test } from "vitest";
import {
  actionOf,
  clockText,
  firstState,
  isBehind,
  nextState,
  type PlayerEvent,
  type PlayerPhase,
  retryMs,
} from "./machine.ts";

test.each<[PlayerPhase, PlayerEvent, PlayerPhase]>([
  ["starting", "play", "playing"],
  ["starting", "block", "blocked"],
  ["starting", "wait", "starting"],
  ["starting", "pause", "starting"],
  ["playing", "wait", "waiting"],
  ["playing", "pause", "paused"],
  ["waiting", "play", "playing"],
  ["waiting", "pause", "paused"],
  ["paused", "play", "playing"],
  ["paused", "wait", "paused"],
  ["playing", "fail", "lost"],
  ["lost", "pause", "lost"],
  ["lost", "block", "lost"],
  ["lost", "restart", "starting"],
  ["blocked", "play", "playing"],
  ["playing", "end", "over"],
  ["over", "pause", "over"],
  ["over", "play", "playing"],
])("a player that is %s and gets %s is %s", (phase, event, next) => {
  expect(nextState({ phase, failures: 0 }, event).phase).toBe(next);
});

test("failures count until it plays again", () => {
  const lost = (["fail", "restart", "fail"] as const).reduce(nextState, firstState);
  expect(lost).toEqual({ phase: "lost", failures: 2 });
  expect(nextState(nextState(lost, "restart"), "play")).toEqual({ phase: "playing", failures: 0 });
});

test.each([
  [1, 1000],
  [2, 2000],
  [4, 8000],
  [5, 15_000],
  [50, 15_000],
])("after %d failures it waits %d ms", (failures, ms) => {
  expect(retryMs(failures)).toBe(ms);
});

test.each([
  [100, 106, false],
  [100, 115, false],
  [100, 116, true],
])("at %d of %d s it is behind: %s", (now, end, expected) => {
  expect(isBehind(now, end)).toBe(expected);
});

test.each([
  [-1, "0:00"],
  [64.9, "1:04"],
  [3729, "1:02:09"],
])("%d seconds are shown as %s", (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});

const none = { ctrlKey: false, metaKey: false, altKey: false };

test.each([
  [" ", "toggle"],
  ["K", "toggle"],
  ["m", "mute"],
  ["l", "live"],
  ["ArrowLeft", "back"],
  ["x", undefined],
])("the key %j does %s", (key, action) => {
  expect(actionOf({ ...none, key })).toBe(action);
  expect(actionOf({ ...none, key, ctrlKey: true })).toBeUndefined();
});
