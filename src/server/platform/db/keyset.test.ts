import { sql } from "kysely";
import { expect, test } from "vitest";
import { sliceOf, toPage, type ListOrder, type SortKey } from "./keyset.ts";

const by = sql`x`;
const orderOn = (type: SortKey["type"]): ListOrder => ({ name: "x", keys: [{ by, type }], descending: false });
const cursorOf = (value: string) => Buffer.from(JSON.stringify(["x", 2, value])).toString("base64url");

test.each([
  ["timestamptz", "2026-11-28 03:00:00+00"],
  ["timestamptz", "2026-11-28 03:00:00.123456+00"],
  ["timestamptz", "infinity"],
  ["timestamptz", "-infinity"],
  ["bigint", "-9007199254740991"],
  ["boolean", "true"],
  ["text", "Ζωή O'Hara %_\\"],
  ["uuid", "0192f0c1-2a3b-7c4d-8e5f-0123456789ab"],
] as const)("a %s key continues from %s", (type, value) => {
  expect(sliceOf({ cursor: cursorOf(value) }, orderOn(type), 25).after).toEqual([value]);
});

test.each([
  ["timestamptz", "2026-02-30 03:00:00+00"],
  ["timestamptz", "2026-13-01 03:00:00+00"],
  ["timestamptz", "2026-11-28 25:00:00+00"],
  ["timestamptz", "2026-11-28 03:00:00+99"],
  ["timestamptz", "now"],
  ["timestamptz", ""],
  ["bigint", "1e5"],
  ["bigint", ""],
  ["boolean", "maybe"],
  ["text", "nul\0"],
  ["text", "x".repeat(501)],
  ["uuid", "0192f0c1-2a3b-7c4d-8e5f-0123456789zz"],
] as const)("a %s key doesn't continue from %j", (type, value) => {
  expect(() => sliceOf({ cursor: cursorOf(value) }, orderOn(type), 25)).toThrow("This cursor doesn't match this list");
});

test("the one extra row is not shown but signals that there is a next page", () => {
  const rows = ["a", "b", "c"].map((key) => ({ sortKey: ["x", key] }));
  const full = toPage(rows, sliceOf({}, orderOn("text"), 2), { total: 3, isMore: false });
  expect(full.rows).toHaveLength(2);
  expect(sliceOf({ cursor: full.nextCursor! }, orderOn("text"), 2)).toMatchObject({ page: 2, after: ["b"] });
  expect(toPage(rows.slice(0, 2), sliceOf({}, orderOn("text"), 2), { total: 2, isMore: false }).nextCursor).toBeNull();
});
