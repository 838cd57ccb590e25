import { expect, test } from "vitest";
import type { Entry } from "./playlist.ts";
import { planPublish, withWaiting, type Progress, type SentPlaylist, type Upload } from "./rules.ts";

/** A playlist by its number and the segments that it names. */
const list = (number: number, ...sequences: number[]): SentPlaylist => ({
  kind: "media",
  number,
  sender: "a",
  skipped: [],
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
/** Uploads by their paths, with their numbers: `"0p1 1d2 2r3"`. */
const uploads = (text: string) =>
  new Map<string, Upload>(
    Array.from(text.matchAll(/(\d+)([rdp])(\d+)/g), ([, path, letter, number]) => {
      const status = letters[letter as keyof typeof letters];
      return [`${path}.ts`, { id: `${path}.ts`, path: `${path}.ts`, number: Number(number), status }];
    }),
  );
const fresh: Progress = { lastHostSequence: null, lastUploadNumber: 0, playlistNumber: 0 };
/** How far we are: the encoder's number of the last segment, and the numbers of its upload and playlist. */
const at = (lastHostSequence: number, lastUploadNumber: number, playlistNumber: number): Progress => ({
  lastHostSequence,
  lastUploadNumber,
  playlistNumber,
});

test.each<[string, SentPlaylist, Progress, string, string]>([
  ["everything is there", list(3, 0, 1), fresh, "0d1 1d2", "adds 0 1"],
  ["nothing is there", list(1, 0), fresh, "", "waits"],
  ["a segment is on its way", list(3, 0, 1), fresh, "0d1 1r2", "waits"],
  ["a segment in the middle is missing", list(3, 0, 1, 2), fresh, "0d1 2d2", "waits"],
  ["the playlist comes before its segments", list(1, 0, 1), fresh, "0d3 1d2", "adds 0 1"],
  ["nothing is new", list(5, 0, 1), at(1, 3, 4), "0p1 1p3", "adds"],
  ["one is new", list(6, 0, 1, 2), at(1, 3, 4), "0p1 1p3 2d5", "adds 2"],
  ["an old one is deleted", list(6, 0, 1, 2), at(1, 3, 4), "1p3 2d5", "adds 2"],
  ["all old ones are deleted", list(6, 0, 1), at(1, 3, 4), "", "adds"],
  ["two were skipped", list(6, 1, 4), at(1, 3, 4), "1p3 4d5", "adds |4, 2 gaps"],
  ["the encoder begins in the middle", list(3, 7, 8), fresh, "7d1 8d2", "adds 7 8"],

  ["an older playlist comes late, all of it published", list(4, 0, 1), at(2, 5, 6), "0p1 1p3", "is stale"],
  ["an older playlist names what was skipped", list(4, 0, 1), at(2, 5, 6), "0p1 1d3 2p5", "is stale"],
  ["an older playlist names new uploads of its names", list(4, 0, 1), at(2, 5, 6), "0d7 1d8", "is stale"],
  ["an older playlist names what is after the last", list(4, 3), at(2, 5, 6), "3d3", "is stale"],
  ["a playlist goes backwards", list(7, 0, 1), at(2, 5, 6), "0p1 1p3", "is stale"],
  ["it goes backwards to what was skipped", list(7, 1), at(2, 5, 6), "1d3", "is stale"],
  ["a skipped segment arrives after the next one", list(8, 1, 2, 3), at(2, 5, 6), "1d3 2p5 3d7", "adds 3"],
  ["a published segment is sent again", list(8, 1, 2), at(2, 5, 6), "1p3 2d7", "adds"],

  ["the encoder restarts", list(8, 0), at(5, 5, 6), "0d7", "adds |0, restarted"],
  ["it restarts with several segments", list(9, 0, 1), at(5, 5, 6), "0d7 1d8", "adds |0 1, restarted"],
  ["it restarts after a single segment", list(4, 0), at(0, 1, 2), "0d3", "adds |0, restarted"],
  ["it restarts and its upload is on its way", list(8, 0), at(5, 5, 6), "0r7", "waits"],
  ["it restarts and its upload hasn't begun", list(7, 0), at(5, 5, 6), "0p1", "is stale"],
  ["it goes on after a restart", list(10, 0, 1), at(0, 7, 8), "0p7 1d9", "adds 1"],
])("%s", (_, playlist, last, there, expected) => {
  const plan = planPublish(playlist, last, uploads(there));
  const actual =
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
  expect(actual).toBe(expected);
});

test("what is published is remembered by the encoder's number and by ours", () => {
  const plan = planPublish(list(9, 3, 4), at(2, 5, 6), uploads("3d8 4d7"));
  expect(plan).toMatchObject(at(4, 8, 9));
  // A playlist that adds nothing counts too.
  expect(planPublish(list(10, 4), at(4, 8, 9), uploads("4p7"))).toMatchObject(at(4, 8, 10));
});

test.each<[string, SentPlaylist, SentPlaylist | null, string, [number, number[]]]>([
  ["nothing waits", list(3, 0, 1), null, "0d1 1d2", [3, [0, 1]]],
  [
    "a slow upload that newer playlists don't name is kept",
    list(6, 3, 4),
    list(4, 1, 2, 3),
    "1r1 2d2 3d3",
    [6, [1, 2, 3, 4]],
  ],
  ["an older playlist adds to the one that waits", list(4, 1, 2, 3), list(6, 3, 4), "1r1 2d2 3d3", [6, [1, 2, 3, 4]]],
  ["one that isn't on its way is given up", list(6, 2, 3), list(4, 1, 2), "2d2", [6, [2, 3]]],
  ["one that is published is done", list(6, 2, 3), list(4, 1, 2), "1p1 2r2", [6, [2, 3]]],
  ["a restart waits for nothing of before", list(6, 0), list(4, 7, 8), "7r1 8r2", [6, [0]]],
])("%s", (_, sent, pending, there, expected) => {
  const { number, entries } = withWaiting(sent, pending, uploads(there));
  expect([number, entries.map(({ hostSequence }) => hostSequence)]).toEqual(expected);
});
