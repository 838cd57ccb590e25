import fc from "fast-check";
import { expect, test } from "vitest";
import { readPeople } from "#server/modules/person-lists/read-people.ts";
import { parseTable } from "#server/platform/tables/parse-table.ts";
import { tableLimits } from "#server/platform/tables/table.ts";
import { anyList } from "./list-grammar.ts";

test("of 300 generated lists nobody is lost or invented, and every line that names nobody is named", () => {
  const check = fc.property(anyList, ({ kind, bytes, people, noise }) => {
    const read = readPeople(parseTable({ bytes }, tableLimits), { kind });
    expect(read.people.map(({ name, email, quantity }) => ({ name, email, quantity }))).toEqual(people);
    expect(read.unread.map(({ line }) => line)).toEqual(noise);
  });
  fc.assert(check, { numRuns: 300, seed: 20_261_205 });
});
