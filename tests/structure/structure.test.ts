import { expect, test } from "vitest";
import { checkAssertedRows } from "../../scripts/structure/asserted-rows.ts";
import {
  checkCommentShare,
  checkContractComments,
  checkDocComments,
  checkRestating,
} from "../../scripts/structure/comments.ts";
import { checkPages } from "../../scripts/structure/docs.ts";
import { checkNames, checkNumbers, checkSizes } from "../../scripts/structure/names-and-sizes.ts";
import { checkNouns, checkNounsPage, writeNouns } from "../../scripts/structure/nouns.ts";
import { checkForbiddenWords } from "../../scripts/structure/words.ts";

const lines = (count: number) => "const line = 1;\n".repeat(count);

test.each([
  "src/server/modules/orders/placeOrder.ts",
  "src/web/ui/Card.tsx",
  "src/web/Features/orders/list.tsx",
  "docs/How-it-works/holds.md",
])("%s is not kebab-case", (path) => expect(checkNames([path])).toMatchObject([{ rule: "kebab-case" }]));

test.each([
  "src/web/lib/utils.ts",
  "src/server/platform/date-helpers.ts",
  "src/server/common/log.ts",
  "src/web/ui/order-data.tsx",
])("%s has a meaningless name", (path) => expect(checkNames([path])).toMatchObject([{ rule: "meaningful-names" }]));

test("names that follow the conventions pass", () => {
  const paths = [
    "README.md",
    ".oxlintrc.json",
    "db/migrations/0001_baseline.sql",
    "src/web/ui/data-list.tsx",
    "tests/journeys/buy-a-ticket.e2e.ts",
  ];
  expect(checkNames(paths)).toEqual([]);
});

test.each([
  [["0001-a.md", "0002-b.md", "0003-c.md"], []],
  [["0002-b.md"], ["0001 is the next free number: rename it"]],
  [["0001-a.md", "0003-c.md", "0004-d.md"], ["0002 is the next free number: rename it"]],
  [["0001-a.md", "0002-b.md", "0002-c.md"], ["0003 is the next free number: rename it"]],
])("files numbered like %j have no gap, or are reported once", (names, messages) => {
  for (const folder of ["docs/decisions", "db/migrations"]) {
    const findings = checkNumbers(names.map((name) => `${folder}/${name}`));
    expect(findings.map(({ message }) => message)).toEqual(messages);
  }
});

test("files over the limit fail, long ones get a warning, tests and generated files have more room", () => {
  const sizesOf = (path: string, count: number) =>
    checkSizes([{ path, text: lines(count) }]).map(({ warning }) => warning ?? false);
  expect(sizesOf("src/server/modules/orders/service.ts", 401)).toEqual([false]);
  expect(sizesOf("src/server/modules/orders/service.ts", 400)).toEqual([true]);
  expect(sizesOf("src/server/modules/orders/service.ts", 249)).toEqual([]);
  expect(sizesOf("tests/orders/race.test.ts", 500)).toEqual([]);
  expect(sizesOf("tests/orders/race.test.ts", 501)).toEqual([false]);
  expect(sizesOf("src/server/platform/db/schema.generated.ts", 2000)).toEqual([]);
});

test.each([
  ["src/server/modules/orders/service.ts", "export async function placeOrder() {}"],
  ["src/server/modules/orders/rules.ts", "export const price = (cents: number) => cents;"],
  ["src/contract/orders/orders.ts", "export interface Line {\n  id: string;\n}"],
  ["src/server/platform/app-error.ts", "/* not a doc comment */\nexport class AppError {}"],
  ["src/server/platform/realtime/store.ts", "export function insertMessage() {}"],
  ["src/server/modules/orders/index.ts", "export function describeOrders() {}"],
])("an export of %s without a doc comment is rejected", (path, text) => {
  expect(checkDocComments([{ path, text }])).toMatchObject([{ rule: "doc-comment" }]);
});

test.each([
  [
    "src/server/modules/orders/service.ts",
    "/** Places an order. */\n// oxlint-disable-next-line max-params\nexport async function placeOrder() {}",
  ],
  ["src/server/modules/orders/place.ts", "export function notNamedByRole() {}"],
  ["src/server/modules/orders/store.ts", "export function findOrder() {}"],
  ["src/server/modules/orders/notes/note-store.ts", "export const findNote = () => {};"],
  [
    "src/contract/orders/orders.ts",
    "/** An order. */\nexport const Order = z.object({});\nexport type Order = z.infer<typeof Order>;",
  ],
])("%s needs no further comment", (path, text) => {
  expect(checkDocComments([{ path, text }])).toEqual([]);
});

test.each([
  ["export { findOrder } from './store.ts';", 1],
  ["export { findOrder as readOrder } from './store.ts';", 1],
  ["import { findOrder } from './store.ts';", 0],
])("what a public interface exports from a store with %j needs a comment there: %i", (text, count) => {
  const store = {
    path: "src/server/modules/orders/store.ts",
    text: "export function findOrder() {}\nexport const lock = () => 1;",
  };
  const findings = checkDocComments([{ path: "src/server/modules/orders/index.ts", text }, store]);
  expect(findings.map(({ file, line }) => [file, line])).toEqual(count === 0 ? [] : [[store.path, 1]]);
});

const schema = (name: string, comment = "") => `${comment}export const ${name} = z.object({});\n`;
const alias = (name: string, of: string) => `export type ${name} = ${of};\n`;

test.each([
  ["nothing", "", 100],
  ["a schema without a comment", schema("Order"), 0],
  ["a schema with one", schema("Order", "/** Cents. */\n"), 100],
  ["a schema that isn't exported", "const Order = z.object({});", 100],
  ["a schema with a line comment", schema("Order", "// Cents.\n"), 0],
  ["nine of ten", schema("A") + "BCDEFGHIJ".replace(/./g, (name) => schema(name, "/** Cents. */\n")), 90],
  ["eight of ten", schema("A") + schema("B") + "CDEFGHIJ".replace(/./g, (name) => schema(name, "/** Cents. */\n")), 80],
  [
    "the type of a documented schema",
    schema("Order", "/** Cents. */\n") + alias("Order", "z.infer<typeof Order>"),
    100,
  ],
  ["the type of an undocumented schema", schema("Order") + alias("Order", "z.infer<typeof Order>"), 0],
  [
    "the type of a documented reply",
    schema("getOrder", "/** Paid. */\n") + alias("Paid", "z.infer<typeof getOrder.reply>"),
    100,
  ],
  ["the type of an undocumented reply", schema("getOrder") + alias("Paid", "z.infer<typeof getOrder.reply>"), 0],
  ["the keys of something documented", schema("states", "/** USPS. */\n") + alias("State", "keyof typeof states"), 100],
  [
    "the type of a documented schema that isn't exported",
    "/** Cents. */\nconst Order = z.object({});\n" + alias("Order", "z.infer<typeof Order>"),
    100,
  ],
  [
    "an endpoint, whose summary is for the access table",
    'export const getOrder = endpoint("GET /api/order", "One order", {});',
    0,
  ],
])("of a contract with %s, this share is documented", (_what, text, share) => {
  const { findings, summary } = checkContractComments([{ path: "src/contract/orders/orders.ts", text }]);
  expect(summary).toBe(`contract ${share.toFixed(1)}% of exports documented`);
  expect(findings.map(({ rule, warning }) => [rule, warning])).toEqual(
    share < 90 ? [["contract-comments", undefined]] : [],
  );
});

test("the share counts the contract only, without its tests", () => {
  const text = schema("Order");
  const paths = ["src/server/modules/orders/rules.ts", "src/contract/orders/orders.test.ts"];
  expect(checkContractComments(paths.map((path) => ({ path, text }))).summary).toContain("100.0%");
});

test.each([
  ["/** One order. */", "function findOrder() {}", true],
  ["/** Returns the order. */", "export function getOrder() {}", true],
  ["/** Lists orders. */", "export const listOrders = () => [];", true],
  ["/** The order schema. */", "export const Order = z.object({});", true],
  ["/** The names of all carriers. */", "export const carrierNames = {};", true],
  ["/** One order; undefined if it was deleted. */", "function findOrder() {}", false],
  ["/** Cents. */", "export const price = 1;", false],
  ["// One order.", "function findOrder() {}", false],
])("%s above %s only repeats the name: %s", (comment, code, repeats) => {
  const findings = checkRestating([{ path: "src/web/lib/orders.ts", text: `${comment}\n${code}` }]);
  expect(findings.map(({ rule }) => rule)).toEqual(repeats ? ["restating-comment"] : []);
});

test("the contract may have more comments than the rest", () => {
  const commented = "/** Cents. */\nexport const price = 1;\n// line\n".repeat(100);
  const text = commented + "export const plain = 1;\n".repeat(900);
  const shareOf = (path: string) => checkCommentShare([{ path, text }]).findings;
  expect(shareOf("src/contract/orders/orders.ts")).toEqual([]);
  expect(shareOf("src/server/app.ts")).toMatchObject([{ rule: "comment-share", warning: true }]);
});

test("a folder that explains every line gets a warning, and so does one that explains nothing", () => {
  const room = (row: string) => checkCommentShare([{ path: "src/server/app.ts", text: row.repeat(600) }]).findings;
  expect(room("// says it\nsay();\n")).toMatchObject([{ rule: "comment-share", warning: true }]);
  expect(room("say();\n")).toMatchObject([{ rule: "comment-share", warning: true }]);
  expect(room(`${"say();\n".repeat(14)}// why\n`)).toEqual([]);
});

test.each([
  ["no-bare-todo", "// TODO tidy up"],
  ["no-bare-todo", "/* FIXME: later */"],
  ["no-machine-paths", 'const folder = "/home/ada/site";'],
  ["no-machine-paths", "see (/home/somebody/notes.md)"],
  ["no-registry-hosts", "resolved https://registry.example.com/zod"],
])("%s rejects %s", (rule, text) => {
  expect(checkForbiddenWords([{ path: "docs/x.md", text }])).toMatchObject([{ rule, line: 1 }]);
});

test("a planned TODO and a path of the site pass", () => {
  expect(
    checkForbiddenWords([
      { path: "docs/x.md", text: "// TODO(decision 0012): Stripe\nGET /homeland, fetch('/api/nights/1')" },
    ]),
  ).toEqual([]);
});

const config = {
  path: "src/server/config.ts",
  text: "const Environment = z.object({ PORT: z.string(), HOST: z.string() });",
};
const readme = (text: string) => ({ path: "README.md", text });
const table = "## Settings\n\n| name | what |\n|---|---|\n| `PORT` | x |\n| `HOST` | x |\n";
const everything = ["README.md", "docs/a.md", config.path];
const docs = (text: string) =>
  checkPages([readme(text), config], everything, ["check"]).map(({ rule, line }) => [rule, line]);

test.each([
  ["a missing path", `${table}\nSee \`src/server/gone.ts\`.`, "named-paths"],
  ["a broken link", `${table}\n[a](docs/b.md)`, "links"],
  ["a link to a missing heading", `${table}\n[a](#nowhere)`, "links"],
  ["a missing script", `${table}\n\`npm run fly\``, "npm-scripts"],
  ["an undocumented setting", table.replace("| `HOST` | x |\n", ""), "settings"],
  ["an unknown setting", `${table}| \`COLOUR\` | x |\n`, "settings"],
])("a README with %s is rejected", (_what, text, rule) => {
  expect(docs(text).map(([name]) => name)).toEqual([rule]);
});

test("a README that matches the source tree passes", () => {
  expect(docs(`${table}\n[a](docs/a.md), [settings](#settings), \`src/server/config.ts\`, \`npm run check\``)).toEqual(
    [],
  );
});

test("a comment that refers to a missing document is rejected", () => {
  const file = { path: "src/server/app.ts", text: "// See docs/how-it-works/nothing.md\n" };
  expect(checkPages([file], [file.path], [])).toMatchObject([{ rule: "named-paths", line: 1 }]);
});

const venues = [
  "src/contract/venues.ts",
  "src/server/modules/venues/index.ts",
  "src/web/features/venues/list.tsx",
  "tests/venues/venues.test.ts",
];
const venueRows = { venues: { what: "where events take place" } };

test.each<[string, string[], typeof venueRows | { venues: { what: string; not: ["web"] } }, string[]]>([
  ["a noun with all of its folders", venues, venueRows, []],
  [
    "an unknown folder",
    [...venues, "src/web/features/money/a.tsx", "src/web/features/money/b.tsx"],
    venueRows,
    ["src/web/features/money/a.tsx"],
  ],
  ["an unknown file of the contract", [...venues, "src/contract/places.ts"], venueRows, ["src/contract/places.ts"]],
  ["a row without its folder", venues.slice(0, 3), venueRows, ["scripts/structure/nouns.ts"]],
  [
    "a folder where the row has a dash",
    venues,
    { venues: { what: "where events take place", not: ["web"] } },
    ["src/web/features/venues/list.tsx"],
  ],
])("%s is judged by the table of nouns", (_, paths, rows, files) =>
  expect(checkNouns(paths, rows, {}).map(({ file }) => file)).toEqual(files),
);

test("the page of nouns is current, and an edited one is refused", () => {
  expect(checkNounsPage(writeNouns())).toEqual([]);
  expect(checkNounsPage(`${writeNouns()}| places |`)).toMatchObject([{ rule: "nouns" }]);
});

test("a statement that asserts its rows is a finding unless the list has room for it, which only shrinks", () => {
  const text =
    "export const find = (db) => firstRow(db)`select 1`;\nexport const get = (db) => firstRow(db, row)`select 1`;";
  const files = [{ path: "src/server/modules/orders/store.ts", text }];
  expect(checkAssertedRows(files, {})).toMatchObject([{ file: files[0]!.path, line: 1, rule: "asserted-rows" }]);
  expect(checkAssertedRows(files, { orders: 1 })).toEqual([]);
  expect(checkAssertedRows(files, { orders: 2 })).toMatchObject([{ message: expect.stringContaining("write 1") }]);
});
