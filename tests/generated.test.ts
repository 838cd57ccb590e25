import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp, type App } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase, type OpenDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { generateArtifacts, type Artifact } from "../scripts/generated/artifacts.ts";
import { writeAccessTable } from "../scripts/generated/access-table.ts";
import { nameEndpoints, readContract } from "../scripts/generated/contract-exports.ts";
import { writeDomainEvents } from "../scripts/generated/domain-events.ts";
import { cutFonts } from "../scripts/generated/fonts.ts";
import { readExamples, listWithoutExample } from "../scripts/generated/examples.ts";
import { openApiPath } from "../scripts/generated/openapi.ts";
import { root } from "../scripts/root.ts";

let database: TestDatabase;
let opened: OpenDatabase;
let app: App;
let artifacts: Artifact[];

beforeAll(async () => {
  database = await createTestDatabase();
  artifacts = await generateArtifacts(database.connection);
  opened = openDatabase(database.connection, { size: 2 });
  app = await buildApp({
    config: readConfig({ LOG_LEVEL: "silent" }),
    db: opened.db,
    log: createLog("silent"),
    jobs: false,
  });
  await app.server.ready();
});
afterAll(async () => {
  await app.close();
  await opened.close();
  await database.drop();
});

test("every generated file is what `npm run generate` makes", () => {
  expect(artifacts.length).toBeGreaterThan(5);
  for (const { path, text } of artifacts) {
    const current = readFileSync(join(root, path), "utf8");
    const lines = new Set(current.split("\n"));
    // Some have very long lines.
    const missing = text.split("\n").flatMap((line) => (lines.has(line) ? [] : [line.slice(0, 120)]));
    expect(
      { isCurrent: current === text, missing: missing.slice(0, 10) },
      `${path}: run \`npm run generate\` and review the change`,
    ).toEqual({ isCurrent: true, missing: [] });
  }
});

test("the fonts that are cut are those that `npm run generate` cuts, and the first letters of both take less than 60 kB", async () => {
  const files = await cutFonts();
  for (const { path, bytes } of files)
    expect(bytes.equals(readFileSync(join(root, path))), `${path}: run \`npm run generate\``).toBe(true);
  const first = files.filter(({ path }) => path.endsWith("-first.woff2"));
  expect(first.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(60_000);
});

test.each(["Café, mañana, à bientôt — “Ti Zwazo” · 7:00\u202fPM → $12.50", "Ñ É Ü Ç Œ ¡Olé! ¿Qué?"])(
  "%j needs no more than the first letters",
  async (text) => {
    const css = (await cutFonts()).at(-1)!.bytes.toString();
    const isFirst = rangeOf(/first\.woff2.*\n\s*unicode-range: (.*);/.exec(css)![1]!);
    expect([...text].filter((letter) => !isFirst(letter.codePointAt(0)!))).toEqual([]);
  },
);

test("every letter of French, Creole, Welsh and Polish names is in a font file", async () => {
  const css = (await cutFonts()).at(-1)!.bytes.toString();
  const ranges = [...css.matchAll(/unicode-range: (.*);/g)].map(([, range]) => rangeOf(range!));
  const missing = [..."Ÿÿ Œœ Ææ Òò Èè Ŵŵ Łł Żż Ğğ ẞ"].filter(
    (letter) => !ranges.some((has) => has(letter.codePointAt(0)!)),
  );
  expect(missing).toEqual([]);
});

/** Whether a value of `unicode-range` has a code. */
function rangeOf(text: string): (code: number) => boolean {
  const pairs = text.split(", ").map((part) =>
    part
      .slice(2)
      .split("-")
      .map((digits) => Number.parseInt(digits, 16)),
  );
  return (code) => pairs.some(([from, to = from]) => code >= from! && code <= to!);
}

test("a domain event that no module handles is refused", () => {
  expect(() => writeDomainEvents(new Map())).toThrow("has no emitter or no handler");
});

test("endpoints with a body parser of their own are listed too", () => {
  const names = app.endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(names).toContain("POST /api/interest/{id}/unsubscribe");
  expect(readFileSync(join(root, "docs/access-table.md"), "utf8")).toContain("`/api/payments/webhooks/{provider}`");
});

test("every registered endpoint declares who may call it and how often", () => {
  expect(app.endpoints.length).toBeGreaterThan(10);
  const open = new Set(["/healthz", "/readyz", "/metrics"]);
  for (const { method, path, access, limit } of app.endpoints) {
    const name = `${method} ${path}`;
    expect(["public", "guest", "member", "moderator", "admin", "signed"], name).toContain(access);
    expect(
      [
        "read",
        "write",
        "upload",
        "auth",
        "checkout",
        "scan",
        "beacon",
        "note",
        "chat",
        ...(open.has(path) || access === "signed" ? ["none"] : []),
      ],
      name,
    ).toContain(limit);
  }
});

test("no endpoint is declared twice", () => {
  const names = app.endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(names).toEqual([...new Set(names)]);
});

const describe = () =>
  JSON.parse(artifacts.find(({ path }) => path === openApiPath)!.text) as {
    paths: Record<string, Record<string, unknown>>;
  };

test("the API description lists every endpoint", () => {
  const { paths } = describe();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(app.endpoints.map(({ method, path }) => `${method} ${path}`).toSorted());
});

test("the API description has an example for every endpoint that needs one", async () => {
  const endpoints = nameEndpoints(app.endpoints, await readContract());
  const description = describe();
  expect(listWithoutExample(endpoints, readExamples(endpoints, JSON.stringify(description)))).toEqual([]);
  // What the contract no longer accepts is no example.
  const order = JSON.stringify(description).replace('"ticketTypeId":2', '"ticketTypeId":"two"');
  expect(listWithoutExample(endpoints, readExamples(endpoints, order))).toEqual(["POST /api/checkout"]);
});

test("two endpoints with one constant are refused", async () => {
  const contract = await readContract();
  const twice = { ...contract.endpoints[0]!, constant: contract.endpoints[1]!.constant };
  const endpoints = [twice.endpoint, contract.endpoints[1]!.endpoint];
  expect(() => nameEndpoints(endpoints, { ...contract, endpoints: [twice, contract.endpoints[1]!] })).toThrow(
    "give one of them another name",
  );
});

test("a changed guard changes the access table", () => {
  const before = writeAccessTable(app.endpoints);
  const after = writeAccessTable(
    app.endpoints.map((endpoint) =>
      endpoint.path === "/api/scans" ? { ...endpoint, access: "public" as const } : endpoint,
    ),
  );
  expect(after).not.toBe(before);
});

test("a changed column changes the schema", async () => {
  const client = await opened.pool.connect();
  await client.query("alter table holds drop constraint holds_quantity_check");
  client.release();
  const [schema] = await generateArtifacts(database.connection);
  expect(schema?.text).not.toBe(artifacts[0]?.text);
});
