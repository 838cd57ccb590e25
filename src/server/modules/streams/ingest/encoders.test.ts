import { expect, test } from "vitest";
import { isOtherEncoder, type Positions, type Senders } from "./encoders.ts";
import type { Entry } from "./playlist.ts";
import type { SentPlaylist, Upload } from "./rules.ts";

const list = (sender: string, ...sequences: number[]): SentPlaylist => ({
  kind: "media",
  number: 99,
  sender,
  isEnded: false,
  skipped: [],
  entries: sequences.map((n): Entry => ({
    hostSequence: n,
    path: `${n}.ts`,
    durationMs: 2000,
    isDiscontinuous: false,
    map: null,
  })),
});
const letters = { d: "ready", p: "published" } as const;
/** Uploads by their paths, with their numbers: `"0p1 1d2"`. */
const uploads = (text: string) =>
  new Map<string, Upload>(
    Array.from(text.matchAll(/(\d+)([dp])(\d+)/g), ([, path, letter, number]) => {
      const status = letters[letter as keyof typeof letters];
      return [`${path}.ts`, { id: `${path}.ts`, path: `${path}.ts`, number: Number(number), status }];
    }),
  );

const on: Senders = { isOn: true, encoder: "a", rival: null };
const at = (lastHostSequence: number | null, rivalSequence: number | null = null): Positions => ({
  lastHostSequence,
  lastUploadNumber: 20,
  rivalSequence,
});

test.each<[string, SentPlaylist, Senders, Positions, string, boolean]>([
  ["the first one", list("a", 0, 1), { ...on, encoder: null, isOn: false }, at(null), "0d1 1d2", false],
  ["it goes on", list("a", 4, 5, 6), on, at(5), "4p18 5p20 6d21", false],
  ["it goes on from another network", list("b", 4, 5, 6), on, at(5), "4p18 5p20 6d21", false],
  ["it lost two segments", list("a", 8, 9), on, at(5), "8d21 9d22", false],
  ["it sends the last segment again", list("a", 4, 5), on, at(5), "4p18 5d21", false],
  ["a late one of its playlists", list("a", 2, 3), on, at(5), "2d9 3d10", false],
  ["one that counts from the start", list("a", 0, 1), on, at(5), "0d21 1d22", true],
  ["the same after the first has gone", list("a", 0, 1), { ...on, isOn: false }, at(5), "0d21 1d22", false],
  ["one at the same number", list("a", 4, 5), on, at(5), "4d21 5d22", true],
  ["one that is far ahead", list("a", 800, 801), on, at(5), "800d21 801d22", true],
  ["another address with files of its own", list("b", 7, 8), on, at(5), "7d21 8d22", true],
  ["a playlist that names nothing yet", list("a"), on, at(5), "", false],

  [
    "of two on one machine: the one that is played",
    list("a", 5, 6),
    { ...on, rival: "a" },
    at(5, 2),
    "5p20 6d21",
    false,
  ],
  ["of two on one machine: the other one", list("a", 2, 3), { ...on, rival: "a" }, at(5, 2), "2d21 3d22", true],
  ["after a switch: the former one", list("a", 5, 6), { ...on, rival: "a" }, at(2, 5), "5p20 6d21", true],
  ["after a switch: the new one", list("a", 2, 3), { ...on, rival: "a" }, at(2, 5), "2d21 3d22", false],
  [
    "after a switch to another address: the former one",
    list("b", 5, 6),
    { ...on, rival: "b" },
    at(2, 5),
    "5p20 6d21",
    true,
  ],
  [
    "after a switch to another address: the new one",
    list("a", 2, 3),
    { ...on, rival: "b" },
    at(2, 5),
    "2d21 3d22",
    false,
  ],
  ["a third one", list("c", 0, 1), { ...on, rival: "b" }, at(5, 2), "0d21 1d22", true],
])("%s", (_, playlist, senders, positions, there, expected) => {
  expect(isOtherEncoder(playlist, senders, positions, uploads(there))).toBe(expected);
});
