import { expect, test } from "vitest";
import { nextStatus, patience, readHlsAddress, type StreamProgress } from "./rules.ts";

const scheduled: StreamProgress = {
  status: "scheduled",
  source: "push",
  isPublished: true,
  isDue: false,
  secondsSinceDue: 0,
  secondsSinceStarted: null,
  secondsSinceSegment: null,
  secondsSinceEncoderEnded: null,
  segmentSeconds: 2,
};
const live: StreamProgress = {
  ...scheduled,
  status: "live",
  isDue: true,
  secondsSinceStarted: 100,
  secondsSinceSegment: 1,
};
const stalled: StreamProgress = { ...live, status: "stalled", secondsSinceSegment: 6 };

test.each<[string, StreamProgress, StreamProgress["status"]]>([
  ["nothing has happened", scheduled, "scheduled"],
  ["a host tests the encoder before the start", { ...scheduled, secondsSinceSegment: 1 }, "starting"],
  ["the test has stopped", { ...scheduled, status: "starting", secondsSinceSegment: patience.testPush }, "scheduled"],
  ["its time has come without video", { ...scheduled, isDue: true }, "starting"],
  ["its time has come with video", { ...scheduled, status: "starting", isDue: true, secondsSinceSegment: 1 }, "live"],
  ["its time has come with old video", { ...scheduled, isDue: true, secondsSinceSegment: 6 }, "starting"],
  ["a draft with video", { ...scheduled, isPublished: false, isDue: true, secondsSinceSegment: 1 }, "starting"],
  ["a draft without video", { ...scheduled, isPublished: false, isDue: true }, "scheduled"],
  ["a draft at another address", { ...scheduled, source: "hls", isPublished: false, isDue: true }, "scheduled"],
  ["another address, before its time", { ...scheduled, source: "hls" }, "scheduled"],
  ["another address, on time", { ...scheduled, source: "hls", isDue: true }, "live"],
  ["an embed, on time", { ...scheduled, source: "embed", isDue: true }, "live"],
  ["no video ever came", { ...scheduled, status: "starting", isDue: true, secondsSinceDue: patience.noShow }, "ended"],
  ["video arrives", live, "live"],
  ["a segment is late", { ...live, secondsSinceSegment: 5.9 }, "live"],
  ["three segments are late", { ...live, secondsSinceSegment: 6 }, "stalled"],
  ["long segments may take longer", { ...live, segmentSeconds: 6, secondsSinceSegment: 17 }, "live"],
  ["three long segments are late", { ...live, segmentSeconds: 6, secondsSinceSegment: 18 }, "stalled"],
  ["video is back", { ...stalled, secondsSinceSegment: 0 }, "live"],
  ["the encoder ended just now", { ...stalled, secondsSinceEncoderEnded: 59 }, "stalled"],
  ["the encoder ended and didn't come back", { ...stalled, secondsSinceEncoderEnded: 60 }, "ended"],
  ["the encoder was cut off", { ...stalled, secondsSinceSegment: patience.cutOff - 1 }, "stalled"],
  ["the encoder was cut off and didn't come back", { ...stalled, secondsSinceSegment: patience.cutOff }, "ended"],
  ["it has gone on for too long", { ...live, secondsSinceStarted: patience.longest }, "ended"],
  ["an embed has no segments", { ...live, source: "embed", secondsSinceSegment: null }, "live"],
  ["an embed that nobody ended", { ...live, source: "embed", secondsSinceStarted: patience.longest }, "ended"],
  ["it has ended, whatever arrives", { ...live, status: "ended" }, "ended"],
  ["a replay stays one", { ...live, status: "replay" }, "replay"],
])("%s", (_, progress, status) => {
  expect(nextStatus(progress)).toBe(status);
});

test.each([
  ["https://cdn.example.com/live/index.m3u8", "https://cdn.example.com/live/index.m3u8"],
  ["https://cdn.example.com/a/b.m3u8?k=1", "https://cdn.example.com/a/b.m3u8?k=1"],
  ["http://cdn.example.com/index.m3u8", undefined],
  ["https://user:secret@cdn.example.com/index.m3u8", undefined],
  ["https://cdn.example.com/index.html", undefined],
  ["javascript:alert(1)", undefined],
  ["index.m3u8", undefined],
])("the address %s", (text, address) => {
  expect(readHlsAddress(text)).toBe(address);
});
