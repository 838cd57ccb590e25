import { expect, test } from "vitest";
import type { Entry, MediaPlaylist } from "./playlist.ts";
import { planPublish, withWaiting, type Upload } from "./rules.ts";

const list = (...sequences: number[]): MediaPlaylist => ({
  kind: "media",
  isEnded: false,
  entries: sequences.map((n): Entry => ({
    hostSequence: n,
    path: `${n}.ts`,
    durationMs: 2000,
    isDiscontinuous: false,
    map: null,
  })),
});
const letters = { r: "receiving", d: "ready", p: "published" } as const;
/** Uploads by their paths: `"0p 1d 2r"`. */
const uploads = (text: string) =>
  new Map<string, Upload>(
    text
      .split(" ")
      .filter(Boolean)
      .map((each) => {
        const path = `${each.slice(0, -1)}.ts`;
        return [path, { id: path, path, status: letters[each.at(-1) as keyof typeof letters] }];
      }),
  );

test.each<[string, number[], number | null, string, string]>([
  ["everything is there", [0, 1], null, "0d 1d", "adds 0 1"],
  ["nothing is there", [0], null, "", "waits"],
  ["a segment is on its way", [0, 1], null, "0d 1r", "waits"],
  ["a segment in the middle is missing", [0, 1, 2], null, "0d 2d", "waits"],
  ["nothing is new", [0, 1], 1, "0p 1p", "adds"],
  ["one is new", [0, 1, 2], 1, "0p 1p 2d", "adds 2"],
  ["an old one is deleted", [0, 1, 2], 1, "1p 2d", "adds 2"],
  ["two were skipped", [1, 4], 1, "1p 4d", "adds |4, 2 gaps"],
  ["the encoder begins in the middle", [7, 8], null, "7d 8d", "adds 7 8"],
  ["an older playlist comes late", [0, 1], 2, "0p 1p", "is stale"],
  ["the encoder restarts", [0], 5, "0d", "adds |0, restarted"],
  ["it restarts under its names", [0, 1], 5, "0d 1p", "adds |0, restarted"],
  ["it restarts and its upload is on its way", [0], 5, "0r", "waits"],
  ["it goes on after a restart", [0, 1], 0, "0p 1d", "adds 1"],
])("%s", (_, sequences, last, there, expected) => {
  const plan = planPublish(list(...sequences), last, uploads(there));
  const said =
    plan.kind === "wait"
      ? "waits"
      : plan.kind === "stale"
        ? "is stale"
        : [
            "adds",
            ...plan.additions.map(({ id, isDiscontinuous }) => `${isDiscontinuous ? "|" : ""}${id.slice(0, -3)}`),
          ]
            .join(" ")
            .concat(plan.gaps > 0 ? `, ${plan.gaps} gaps` : "", plan.isRestarted ? ", restarted" : "");
  expect(said).toBe(expected);
});

test.each<[string, number[], number[], string, number[]]>([
  ["a slow upload that newer playlists don't name is kept", [1, 2, 3], [3, 4], "1r 2d 3d", [1, 2, 3, 4]],
  ["one that isn't on its way is given up", [1, 2], [2, 3], "2d", [2, 3]],
  ["one that is published is done", [1, 2], [2, 3], "1p 2r", [2, 3]],
  ["a restart waits for nothing of before", [7, 8], [0], "7r 8r", [0]],
])("%s", (_, former, now, there, expected) => {
  const { entries } = withWaiting(list(...now), list(...former), uploads(there));
  expect(entries.map(({ hostSequence }) => hostSequence)).toEqual(expected);
});
