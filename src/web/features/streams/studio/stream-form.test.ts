import { expect, test } from "vitest";
import type { StreamAccess } from "#contract/streams/streams.ts";
import { bodyOf, formOf } from "./stream-form.ts";

const form = { ...formOf(undefined, 7, "America/New_York"), title: "Yard Sessions", passTypeIds: [3, 4] };

test.each<[StreamAccess, number[]]>([
  ["free", []],
  ["members", []],
  ["tickets", []],
  ["pass", [3, 4]],
])("a stream for “%s” is saved with the passes %j", (access, passTypeIds) => {
  expect(bodyOf({ ...form, access })).toMatchObject({ access, passTypeIds, eventId: 7 });
});

test.each([
  ["push", { kind: "push", keyId: "5", address: "https://old.example" }, { kind: "push", keyId: 5 }],
  [
    "hls",
    { kind: "hls", keyId: "5", address: "https://a.example/x.m3u8" },
    { kind: "hls", address: "https://a.example/x.m3u8" },
  ],
] as const)("a source of the kind “%s” is saved without what another kind had", (_, typed, source) => {
  expect(bodyOf({ ...form, ...typed }).source).toEqual(source);
});
