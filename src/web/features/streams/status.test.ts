import { expect, test } from "vitest";
import type { StreamCard, StreamLists, StreamView } from "#contract/streams/streams.ts";
import { accessText, canWatch, leadOf, statusTexts, streamStatuses, ticketEventId, viewersText } from "./status.ts";

const card = (id: number) => ({ id }) as StreamCard;
const none: StreamLists = { live: [], upcoming: [], replays: [], next: null };

test.each<[string, Partial<StreamLists>, number | undefined]>([
  ["nothing", {}, undefined],
  ["a replay", { replays: [card(3), card(2)] }, 3],
  ["an upcoming stream before a replay", { replays: [card(3)], upcoming: [card(5)], next: card(5) }, 5],
  ["a live stream before all", { live: [card(7)], replays: [card(3)], next: card(5) }, 7],
])("the page leads with %s", (_name, lists, id) => {
  expect(leadOf({ ...none, ...lists })?.id).toBe(id);
});

const event = { id: 4, title: "Soca Brunch", slug: "soca-brunch", startsAt: "", timeZone: "UTC" };
const pass = (name: string) => ({ id: 1, name, eventId: 9 });

test.each<[Pick<StreamView, "access" | "event" | "passes">, string, number | undefined]>([
  [{ access: "free", event, passes: [] }, "Free for everyone", undefined],
  [{ access: "members", event: null, passes: [] }, "Free with an account", undefined],
  [{ access: "tickets", event, passes: [] }, "Your ticket to Soca Brunch opens this stream", 4],
  [{ access: "pass", event, passes: [pass("Stream pass")] }, "Stream pass opens this stream", 9],
  [{ access: "pass", event, passes: [pass("A"), pass("B"), pass("C")] }, "A, B or C opens this stream", 9],
])("%o says what opens it", (stream, text, eventId) => {
  expect(accessText(stream)).toBe(text);
  expect(ticketEventId(stream)).toBe(eventId);
});

test.each([
  ["scheduled", "Upcoming", false],
  ["starting", "Starting", false],
  ["live", "Live now", true],
  ["stalled", "Live, interrupted", true],
  ["ended", "Ended", false],
  ["replay", "Replay", true],
] as const)("%s is called %s", (status, label, plays) => {
  expect(streamStatuses[status].label).toBe(label);
  expect(canWatch(status)).toBe(plays);
  if (!plays || status === "stalled") expect(statusTexts[status]).not.toBe("");
});

test.each([
  [0, "0 viewers"],
  [1, "1 viewer"],
  [1204, "1,204 viewers"],
])("%d is said as %s", (count, text) => {
  expect(viewersText(count)).toBe(text);
});
