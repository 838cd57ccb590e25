import { expect, test } from "vitest";
import { checkSpecMap, testsOf } from "../../scripts/structure/spec-coverage.ts";

const path = "tests/journeys/sample.e2e.ts";
const source = `
  import { test } from "./journey-kit.ts";
  test("one", async () => {});
  for (const name of ["a"]) test(\`opens \${name} at once\`, () => {});
  describe("group", () => { test.each([1])("counts %i", () => {}); });
  describe.skip("later", () => { test("sleeps", () => {}); });
  test.skip("off", () => {});
  test("gives up", () => { test.skip(true, "not yet"); });
  test.beforeEach(() => {});
  const refuse = (page) => page.route("**", (route) => route.fulfill({ status: 500 }));
  test("scripts", async ({ page }) => { await refuse(page); });
  test("stubs", () => { vi.stubGlobal("fetch", async () => new Response()); });
`;

const rows = (...lines: string[]) => lines.map((line) => `| ${line} |`).join("\n");
const line = (section: number, title: string, file = path) => rows(`§${section} a sentence | \`${file}\` | ${title}`);
const map = (change: Partial<Record<number, string>> = {}) =>
  [2, 3, 4, 5, 6, 7, 8, 9]
    .map((number) => `## ${number}. Name\n\n${change[number] ?? line(number, "one")}\n`)
    .join("\n");

const scripted = (title: string) =>
  rows(`§5 a sentence (scripted: the server never says this) | \`${path}\` | ${title}`);

const check = (text: string) => checkSpecMap(text, [{ path, text: source }]);

test("a file's titles are found, with an ellipsis for filled-in parts, and whether they are skipped", () => {
  expect(testsOf({ path, text: source })).toEqual([
    { title: "one", skipped: false, scripted: false },
    { title: "opens … at once", skipped: false, scripted: false },
    { title: "counts …", skipped: false, scripted: false },
    { title: "sleeps", skipped: true, scripted: false },
    { title: "off", skipped: true, scripted: false },
    { title: "gives up", skipped: true, scripted: false },
    { title: "scripts", skipped: false, scripted: true },
    { title: "stubs", skipped: false, scripted: true },
  ]);
});

test("a complete map passes and says what is missing", () => {
  const text = `${map({ 3: line(3, "opens … at once") })}\n## Not shown yet\n\n- §2 something\n- §9 another\n`;
  expect(check(text)).toEqual({ findings: [], summary: "8 sentences covered by 2 tests, 2 not covered yet" });
});

test("a test that scripts the server can cover a sentence that says why", () => {
  expect(check(map({ 5: scripted("scripts") })).findings).toEqual([]);
});

test.each([
  ["spec-test", line(5, "no such title")],
  ["spec-test", line(5, "one", "tests/journeys/gone.e2e.ts")],
  ["spec-test", line(5, "one", "src/web/app/routes.tsx")],
  ["spec-skipped", line(5, "off")],
  ["spec-skipped", line(5, "sleeps")],
  ["spec-skipped", line(5, "gives up")],
  ["spec-scripted", line(5, "scripts")],
  ["spec-scripted", line(5, "stubs")],
  ["spec-scripted", scripted("one")],
  ["spec-row", line(4, "one")],
  ["spec-row", rows("§5 a sentence | one")],
  ["spec-section", "nothing here"],
])("%s: a map with the line %s is rejected", (rule, row) => {
  expect(check(map({ 5: row })).findings.map((finding) => finding.rule)).toContain(rule);
});

test("a file with a skip condition outside its tests proves nothing", () => {
  const text = `import { test } from "./journey-kit.ts";\ntest.skip(true, "no");\ntest("one", () => {});`;
  expect(testsOf({ path, text })).toEqual([{ title: "one", skipped: true, scripted: false }]);
});
