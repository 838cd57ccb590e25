import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { columnsOf, instant, integer, json, listOf, oneOf, orNull, text, uuid } from "#server/platform/db/columns.ts";
import { openDatabase, type OpenDatabase } from "#server/platform/db/database.ts";
import { allRows, allValues, firstValue, mapRows, onlyValue } from "#server/platform/db/rows.ts";
import { Instant } from "#contract/shapes.ts";
import { removeDifferences } from "./checked-rows.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";

let database: TestDatabase;
let opened: OpenDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.connection);
});

afterAll(async () => {
  await opened.close();
  await database.drop();
});

/** The message of a check that failed, which would otherwise fail the test after it as well. */
async function differenceOf(rows: Promise<unknown>): Promise<string> {
  const message = await rows.then(
    () => "no difference",
    (error: Error) => error.message,
  );
  expect(removeDifferences()).toHaveLength(message === "no difference" ? 0 : 1);
  return message;
}

test("rows that fit what their statement declares are returned", async () => {
  const row = { id: integer, name: orNull(text), kind: oneOf("a", "b"), at: instant, tags: listOf(text) };
  expect(
    await allRows(opened.db, row)`
      select 1::bigint as id, null::text as name, 'a' as kind, '2026-11-28T03:00:00Z'::timestamptz as at,
        array['x'] as tags`,
  ).toEqual([{ id: 1, name: null, kind: "a", at: new Date("2026-11-28T03:00:00Z"), tags: ["x"] }]);
  expect(await mapRows(opened.db, text, integer)`select 'a' as key, 1 as value`).toEqual(new Map([["a", 1]]));
});

test("fields of the contract become columns", async () => {
  const row = columnsOf({ id: z.int(), at: Instant.nullable(), kind: z.enum(["a"]), of: z.object({ at: Instant }) });
  expect(
    await allRows(opened.db, row)`
      select 1 as id, clock_now() as at, 'a' as kind, json_build_object('at', clock_now()) as of`,
  ).toHaveLength(1);
  expect(await differenceOf(allRows(opened.db, row)`select 1 as id, 'x' as at, 'a' as kind, '{}'::json as of`)).toMatch(
    '"at" is declared',
  );
});

test.each<[what: string, query: () => Promise<unknown>, message: string]>([
  [
    "a column that isn't returned",
    () => allRows(opened.db, { id: integer })`select 1 as key`,
    'declares "id" and doesn\'t return it',
  ],
  [
    "a column that isn't declared",
    () => allRows(opened.db, { id: integer })`select 1 as id, 2 as key`,
    "more or fewer columns",
  ],
  ["another type", () => allRows(opened.db, { id: integer })`select '1' as id`, '"id" is declared as'],
  [
    "another type of a result without rows",
    () => allRows(opened.db, { id: uuid })`select id from users where false`,
    '"id" is declared as',
  ],
  ["a sum that is read as text", () => onlyValue(opened.db, integer)`select sum(1::bigint)`, "is declared as"],
  [
    "numbers that are read as texts",
    () => onlyValue(opened.db, listOf(integer))`select array[1::bigint]`,
    "is declared",
  ],
  ["null", () => allRows(opened.db, { name: text })`select null::text as name`, '"name" is null'],
  ["null as a value", () => firstValue(opened.db, integer)`select max(id) from users`, "is null"],
  ["a text that isn't among those declared", () => allValues(opened.db, oneOf("a"))`select 'b'`, "has a value"],
  [
    "JSON of another shape",
    () => firstValue(opened.db, json(z.object({ id: z.int() })))`select '{"id": "1"}'::jsonb`,
    "has a value",
  ],
  ["two columns for one value", () => firstValue(opened.db, integer)`select 1, 2`, "more or fewer columns"],
])("a result is refused in tests: %s", async (_what, query, message) => {
  expect(await differenceOf(query())).toContain(message);
});

test("the first value of no row is undefined; a query that must have a row fails", async () => {
  expect(await firstValue(opened.db, integer)`select 1 where false`).toBeUndefined();
  await expect(onlyValue(opened.db, integer)`select 1 where false`).rejects.toThrow("always has a row");
});
