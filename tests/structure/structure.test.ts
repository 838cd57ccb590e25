import { expect, test } from "vitest";
import { judgeCommentShare, judgeDocComments } from "../../scripts/structure/comments.ts";
import { judgeDocs } from "../../scripts/structure/docs.ts";
import { judgeNames, judgeSizes } from "../../scripts/structure/names-and-sizes.ts";
import { judgeWords } from "../../scripts/structure/words.ts";

const lines = (count: number) => "const line = 1;\n".repeat(count);

test.each([
  "src/server/modules/orders/placeOrder.ts",
  "src/web/ui/Card.tsx",
  "src/web/Features/orders/list.tsx",
  "docs/How-it-works/holds.md",
])("%s is not kebab-case", (path) => expect(judgeNames([path])).toMatchObject([{ rule: "kebab-case" }]));

test.each([
  "src/web/lib/utils.ts",
  "src/server/platform/date-helpers.ts",
  "src/server/common/log.ts",
  "src/web/ui/order-data.tsx",
])("%s has a name that says nothing", (path) => expect(judgeNames([path])).toMatchObject([{ rule: "telling-names" }]));

test("names of the house pass", () => {
  const paths = [
    "README.md",
    ".oxlintrc.json",
    "db/migrations/0001_foundation.sql",
    "src/web/ui/data-list.tsx",
    "tests/journeys/buy-a-ticket.e2e.ts",
  ];
  expect(judgeNames(paths)).toEqual([]);
});

test("files past the limit fail, long ones are remarked, tests and generated files have more room", () => {
  const judge = (path: string, count: number) =>
    judgeSizes([{ path, text: lines(count) }]).map(({ warning }) => warning ?? false);
  expect(judge("src/server/modules/orders/service.ts", 401)).toEqual([false]);
  expect(judge("src/server/modules/orders/service.ts", 400)).toEqual([true]);
  expect(judge("src/server/modules/orders/service.ts", 249)).toEqual([]);
  expect(judge("tests/orders/race.test.ts", 500)).toEqual([]);
  expect(judge("tests/orders/race.test.ts", 501)).toEqual([false]);
  expect(judge("src/server/platform/db/schema.generated.ts", 2000)).toEqual([]);
});

test.each([
  ["src/server/modules/orders/service.ts", "export async function placeOrder() {}"],
  ["src/server/modules/orders/rules.ts", "export const price = (cents: number) => cents;"],
  ["src/contract/orders.ts", "export interface Line {\n  id: string;\n}"],
  ["src/server/platform/app-error.ts", "/* not a doc comment */\nexport class AppError {}"],
])("an export of %s without a doc comment is refused", (path, text) => {
  expect(judgeDocComments([{ path, text }])).toMatchObject([{ rule: "doc-comment" }]);
});

test.each([
  [
    "src/server/modules/orders/service.ts",
    "/** Places an order. */\n// oxlint-disable-next-line max-params\nexport async function placeOrder() {}",
  ],
  ["src/server/modules/orders/place.ts", "export function notNamedByRole() {}"],
  [
    "src/contract/orders.ts",
    "/** An order. */\nexport const Order = z.object({});\nexport type Order = z.infer<typeof Order>;",
  ],
])("%s needs no further comment", (path, text) => {
  expect(judgeDocComments([{ path, text }])).toEqual([]);
});

test("a room that explains every line is remarked, and so is one that explains nothing", () => {
  const room = (row: string) => judgeCommentShare([{ path: "src/server/app.ts", text: row.repeat(600) }]).findings;
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
])("%s refuses %s", (rule, text) => {
  expect(judgeWords([{ path: "docs/x.md", text }])).toMatchObject([{ rule, line: 1 }]);
});

test("a planned TODO and an address of the site pass", () => {
  expect(
    judgeWords([{ path: "docs/x.md", text: "// TODO(decision 0012): Stripe\nGET /homeland, fetch('/api/nights/1')" }]),
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
  judgeDocs([readme(text), config], everything, ["check"]).map(({ rule, line }) => [rule, line]);

test.each([
  ["a path that is gone", `${table}\nSee \`src/server/gone.ts\`.`, "named-paths"],
  ["a link that leads nowhere", `${table}\n[a](docs/b.md)`, "links"],
  ["a heading that is gone", `${table}\n[a](#nowhere)`, "links"],
  ["a script that is gone", `${table}\n\`npm run fly\``, "npm-scripts"],
  ["a setting that is not told", table.replace("| `HOST` | x |\n", ""), "settings"],
  ["a setting that is not read", `${table}| \`COLOUR\` | x |\n`, "settings"],
])("README with %s is refused", (_what, text, rule) => {
  expect(docs(text).map(([name]) => name)).toEqual([rule]);
});

test("a README that agrees with the tree passes", () => {
  expect(docs(`${table}\n[a](docs/a.md), [settings](#settings), \`src/server/config.ts\`, \`npm run check\``)).toEqual(
    [],
  );
});

test("a comment that sends its reader to a missing document is refused", () => {
  const file = { path: "src/server/app.ts", text: "// See docs/how-it-works/nothing.md\n" };
  expect(judgeDocs([file], [file.path], [])).toMatchObject([{ rule: "named-paths", line: 1 }]);
});
