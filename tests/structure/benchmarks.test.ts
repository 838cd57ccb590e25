import { readdirSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { createServer as createHttpServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/platform/db/database.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { percentile, ratioOf } from "../../bench/kit/figures.ts";
import { benchmarks } from "../../bench/kit/list.ts";
import { requireOwnSite } from "../../bench/kit/own-site.ts";
import { root } from "../../scripts/root.ts";

const folder = join(root, "bench");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

/** Lines that name a port: a benchmark that does may send its purchases to somebody else's site. */
const findFixedPorts = (text: string): string[] =>
  text
    .split("\n")
    .filter(
      (line) =>
        /port\w*["']?\s*[:=]\s*(?:[^,;{}]*(?:\?\?|\|\|)\s*)?["'`]?\d{2,}/i.test(line) ||
        /options\.port\b|--port\b/.test(line) ||
        /listen\(\s*(?!0\b)(?:\d|Number)/.test(line) ||
        /(?:127\.0\.0\.1|localhost|0\.0\.0\.0|\[::1?\]):\d/.test(line),
    );

test("every benchmark is in the help", () => {
  const names = files.filter((file) => !file.includes("/") && file !== "run.ts");
  expect(Object.keys(benchmarks).toSorted()).toEqual(names.map((file) => file.replace(".ts", "")).toSorted());
});

test.each(Object.keys(benchmarks))("docs/benchmarks.md explains %s", (name) => {
  const page = readFileSync(join(root, "docs/benchmarks.md"), "utf8");
  expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\|`, "m"));
});

test.each(files)("bench/%s has no port of its own", (file) => {
  expect(findFixedPorts(readFileSync(join(folder, file), "utf8"))).toEqual([]);
});

test.each([
  `readOptions(args, { port: "4310" })`,
  `const port = 4310;`,
  `const basePort = given ?? 4310;`,
  "startSite(Number(options.port));",
  `server.listen(4310, "127.0.0.1");`,
  "server.listen(Number(process.argv[2]));",
  "fetch(`http://127.0.0.1:4310/readyz`)",
])("a fixed port is found: %s", (line) => {
  expect(findFixedPorts(line)).toEqual([line]);
});

test.each([
  'server.listen(0, "127.0.0.1", resolve);',
  "const port = await lastingPort();",
  "const baseUrl = `http://127.0.0.1:${port}`;",
])("a free port is no fixed one: %s", (line) => {
  expect(findFixedPorts(line)).toEqual([]);
});

test.each<[string, () => number]>([
  ["a percentile of no samples", () => percentile([], 0.5)],
  ["a percentile of times that aren't numbers", () => percentile([Number.NaN], 0.5)],
  ["a ratio to nothing", () => ratioOf(5, 0)],
  ["a ratio of nothing", () => ratioOf(0, 5)],
])("%s fails the benchmark", (_, figure) => {
  expect(figure).toThrow(/no samples|no figure/);
});

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

test("a benchmark refuses a site that it didn't start, and sends nothing but one question to it", async () => {
  const { db, close } = openDatabase(database.connection, { size: 1 });
  const received: string[] = [];
  const stranger = createHttpServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"id":1,"username":"bench-somebody","role":"user"}');
  });
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  await expect(requireOwnSite(baseUrl, db)).rejects.toThrow(`${baseUrl} isn't the site that this benchmark started`);
  expect(received).toEqual(["GET /api/me"]);

  const deaf = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => deaf.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
  await expect(requireOwnSite(address, db)).rejects.toThrow("isn't the site that this benchmark started");
  stranger.close();
  deaf.close();
  await close();
});
