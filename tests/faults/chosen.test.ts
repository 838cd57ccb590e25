import { expect, test } from "vitest";
import { chooseFlows, describeBehind, describeChoices, turns, type Hashes, type Tree } from "./choice/choose.ts";
import { divideSchema, findUsedParts } from "./choice/schema-parts.ts";
import { hashesOf, readTree } from "./choice/tree.ts";
import { sourcesAt } from "./crash/recorder.ts";

const passedWith: Hashes & { file: string } = {
  file: "door",
  code: "c1",
  harness: "h1",
  shared: "s1",
  modules: { door: "m1", tickets: "m2" },
  schema: { admissions: "t1", clock_now: "t2" },
};
const unchanged: Tree = {
  codes: { door: "c1", chat: "c9" },
  harness: "h1",
  shared: "s1",
  modules: { door: "m1", tickets: "m2", chat: "m3" },
  schema: { admissions: "t1", clock_now: "t2", chat_messages: "t3" },
};
const flow = { name: "admit someone", file: "door" };
/** The flow is first of a list that no turn reaches. */
const notItsTurn = 1;
const reasonOf = (tree: Tree, commits = notItsTurn, last: typeof passedWith | undefined = passedWith) =>
  chooseFlows([flow], new Map(last === undefined ? [] : [[flow.name, last]]), tree, commits)[0]?.reason;

test.for<[string, Partial<Tree>, string | undefined]>([
  ["nothing", {}, undefined],
  ["a module that it runs through", { modules: { door: "new", tickets: "m2", chat: "m3" } }, "because door changed"],
  ["a module that it ran through, deleted", { modules: { door: "m1" } }, "because tickets changed"],
  ["another module", { modules: { ...unchanged.modules, chat: "new" } }, undefined],
  ["its file", { codes: { door: "new" } }, "because their own code changed"],
  ["another flow's file", { codes: { ...unchanged.codes, chat: "new" } }, undefined],
  ["the harness", { harness: "new" }, "because the harness changed"],
  ["a table", { schema: { ...unchanged.schema, admissions: "new" } }, "because admissions changed in the schema"],
  ["a function", { schema: { ...unchanged.schema, clock_now: "new" } }, "because clock_now changed in the schema"],
  ["another table", { schema: { ...unchanged.schema, chat_messages: "new" } }, undefined],
])("after a change of %s, a flow runs if it depends on that", ([, change, reason]) => {
  expect(reasonOf({ ...unchanged, ...change })).toBe(reason);
});

test("a flow that isn't on the list runs", () => {
  expect(chooseFlows([flow], new Map(), unchanged, notItsTurn).map(({ reason }) => reason)).toEqual([
    "because they aren't on the list of passed flows",
  ]);
});

const many = Array.from({ length: 84 }, (_, number) => ({ name: `flow ${number}`, file: "door" }));
const allPassed = new Map(many.map(({ name }) => [name, passedWith]));
const flowsAt = (commits: number, tree: Tree) =>
  chooseFlows(many, allPassed, tree, commits).map((choice) => choice.flow.name);

test("if nothing changes, eight commits in a row crash every flow, an eighth each", () => {
  const seen = Array.from({ length: turns }, (_, turn) => flowsAt(101 + turn, unchanged));
  expect(seen.flat().toSorted()).toEqual([...allPassed.keys()].toSorted());
  for (const names of seen) expect([10, 11]).toContain(names.length);
});

test("after a change of shared code, each commit crashes another quarter, and the rest is named", () => {
  const tree = { ...unchanged, shared: "new" };
  const seen = Array.from({ length: 4 }, (_, turn) => flowsAt(101 + turn, tree));
  expect(seen.flat().toSorted()).toEqual([...allPassed.keys()].toSorted());
  for (const names of seen) expect(names).toHaveLength(21);
  const passed = new Map([
    ["a", { ...passedWith, shared: "new" }],
    ["b", passedWith],
    ["c", { ...passedWith, file: "chat" }],
    ["d", passedWith],
  ]);
  expect(describeBehind(passed, "new")).toBe(
    "Shared code changed since 3 crash flows last passed: npm run faults -- --full crash-chat crash-door",
  );
  expect(describeBehind(new Map([["a", passedWith]]), "s1")).toBeUndefined();
});

test("what runs is said with its reasons, the most frequent first", () => {
  const choices = ["by turn", "because orders changed", "because orders changed"].map((reason) => ({ flow, reason }));
  expect(describeChoices(choices, 84)).toEqual([
    "3 of 84 crash flows run:",
    "  2 because orders changed",
    "  1 by turn",
  ]);
});

const schemaText = `-- Generated

create schema sandbox;

CREATE FUNCTION public.count_sales()
 LANGUAGE plpgsql
AS $function$
begin
  insert into sales select id from added;
end $function$;

create table events (
  id bigint not null
);
create trigger counted after insert on events execute function count_sales();

create table orders (
  event_id bigint references events(id)
);
create index orders_event on orders (event_id);

create table sales (
  id bigint
) partition by list (id);

create table sales_0 partition of sales for values in ('0');
`;

test("a table's part of the schema has its indexes, triggers and partitions", () => {
  const parts = divideSchema(schemaText);
  expect([...parts.keys()]).toEqual(["count_sales", "events", "orders", "sales"]);
  expect(parts.get("orders")).toContain("create index orders_event");
  expect(parts.get("events")).toContain("create trigger counted");
  expect(parts.get("sales")).toContain("sales_0 partition");
});

test("a statement uses the tables that it names, and what their functions use, but not what a foreign key names", () => {
  const parts = divideSchema(schemaText);
  expect(findUsedParts(parts, ["select", "from", "orders", "where"])).toEqual(["orders"]);
  expect(findUsedParts(parts, ["insert", "into", "events"])).toEqual(["count_sales", "events", "sales"]);
});

test("the working tree has the hashes of every module, table and flow file", () => {
  const tree = readTree();
  expect(Object.keys(tree.modules)).toEqual(expect.arrayContaining(["orders", "door"]));
  expect(Object.keys(tree.schema)).toEqual(expect.arrayContaining(["orders", "clock_now"]));
  expect(Object.keys(tree.codes)).toEqual(expect.arrayContaining(["buying", "jobs"]));
});

test("a place in a bundle belongs to the source that is marked before it", () => {
  const program = "// src/server/a.ts\nfunction a() {}\n// ../node_modules/b.js\nfunction b() {}\n";
  expect(sourcesAt(program, [program.indexOf("function a")])).toEqual(["src/server/a.ts"]);
  expect(sourcesAt(program, [program.indexOf("function b")])).toEqual(["../node_modules/b.js"]);
});

test("a flow's hashes are those of the modules and tables that its run went through", () => {
  const sources = ["src/server/modules/door/service.ts", "src/server/platform/ids.ts"];
  const tree = readTree();
  const { modules, schema } = hashesOf(tree, "door", { sources, words: ["select", "scans"] });
  expect(modules).toEqual({ door: tree.modules.door });
  expect(schema).toMatchObject({ scans: tree.schema.scans });
  expect(Object.keys(schema)).not.toContain("orders");
});

test("negative control: a run that recorded no module isn't put on the list", () => {
  expect(() => hashesOf(readTree(), "door", { sources: [], words: ["scans"] })).toThrow("recorded no module");
});
