import { expect, test } from "vitest";
import { warningsOf, type EncoderDetails } from "./warnings.ts";

const good: EncoderDetails = {
  status: "live",
  secondsSinceSegment: 1,
  hasEnded: false,
  hasRival: false,
  receivingSeconds: 1,
  longestSeconds: 2,
  recorded: [],
};
const skipped = { kind: "skipped_long", detail: "25" } as const;

test.each<[string, Partial<EncoderDetails>, string[]]>([
  ["all is well", {}, []],
  ["keyframes every 4 s", { longestSeconds: 4 }, []],
  ["keyframes every 10 s", { longestSeconds: 10 }, ["long_segments 10"]],
  ["10 s without video are normal then", { longestSeconds: 10, secondsSinceSegment: 12 }, ["long_segments 10"]],
  ["before players stop", { secondsSinceSegment: 4.2 }, ["late 4"]],
  ["players have stopped", { status: "stalled", secondsSinceSegment: 30 }, ["late 30"]],
  ["the encoder said goodbye", { status: "stalled", secondsSinceSegment: 30, hasEnded: true }, []],
  ["before the first segment ends", { status: "starting", secondsSinceSegment: null, receivingSeconds: 5 }, []],
  ["no keyframe", { status: "starting", secondsSinceSegment: null, receivingSeconds: 14 }, ["no_end 14"]],
  ["no keyframe after a while", { secondsSinceSegment: 13, receivingSeconds: 13 }, ["no_end 13"]],
  ["a second encoder", { hasRival: true }, ["second_encoder null"]],
  ["a segment was too long", { recorded: [skipped], longestSeconds: 20 }, ["skipped_long 25"]],
  ["one was empty", { recorded: [{ kind: "skipped_empty", detail: "0" }] }, ["skipped_empty 0"]],
  ["a file was refused", { recorded: [{ kind: "refused_file", detail: "x.ts: no" }] }, ["refused_file null"]],
  ["it is over", { status: "ended", hasRival: true, recorded: [skipped] }, []],
])("%s", (_, change, expected) => {
  expect(warningsOf({ ...good, ...change }).map(({ kind, seconds }) => `${kind} ${seconds}`)).toEqual(expected);
});
