import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, type Site } from "#testing/site.ts";
import { notCrashed } from "./crash/exempt.ts";
import { flows } from "./crash/flows/all.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const covered = new Set(flows.flatMap(({ covers }) => covers));
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const subjects = () => [
  ...site.app.endpoints.filter(({ idempotent }) => idempotent === true).map(nameOf),
  ...site.app.jobNames.map((name) => `job ${name}`),
];

test("every idempotent request and every job is crashed by a flow or has a reason why not", () => {
  const forgotten = subjects().filter((name) => !covered.has(name) && notCrashed[name] === undefined);
  expect(forgotten, "Add a flow in tests/faults/crash/flows, or a reason in tests/faults/crash/exempt.ts").toEqual([]);
});

test("flows and reasons name only existing requests and jobs, and nothing twice", () => {
  const there = new Set([...subjects(), ...site.app.endpoints.map(nameOf)]);
  expect([...covered, ...Object.keys(notCrashed)].filter((name) => !there.has(name))).toEqual([]);
  expect(Object.keys(notCrashed).filter((name) => covered.has(name))).toEqual([]);
  const names = flows.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("read-only statements change nothing: none of our database functions called in them can write", async () => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc p
    where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`.execute(site.db);
  expect(rows, "The short form skips crashes before such a statement: see choosePoints()").toEqual([]);
});
