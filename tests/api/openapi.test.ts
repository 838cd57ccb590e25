import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createConfig, lint, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getMetrics } from "#contract/operations.ts";
import { readConfig } from "#server/config.ts";
import { createStripeSite } from "#tests/payments/stripe-kit.ts";
import { createSite, type Site } from "#testing/site.ts";
import { openApiPath } from "../../scripts/generated/openapi.ts";
import { root } from "../../scripts/root.ts";

// Whether others can use the description: by Redocly's rules, and by a program with a client generated from it.

const program = join(import.meta.dirname, "client/buy-and-scan.ts");
const run = promisify(execFile);
let site: Site;
let folder: string;

beforeAll(async () => {
  site = await createSite();
  await site.app.server.listen({ port: 0, host: "127.0.0.1" });
  // Inside the repository, where the program finds its packages.
  await mkdir(join(root, ".cache"), { recursive: true });
  folder = await mkdtemp(join(root, ".cache/api-client-"));
  const hooks = pathToFileURL(join(import.meta.dirname, "client/typescript-api.ts")).href;
  const generator = join(root, "node_modules/openapi-typescript/bin/cli.js");
  await run(process.execPath, ["--import", hooks, generator, openApiPath, "-o", join(folder, "api.ts")], { cwd: root });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await site.close();
});

/** The compiler's errors in the program, after a change to it. */
async function compile(change: (text: string) => string): Promise<string> {
  const file = join(folder, "buy-and-scan.ts");
  await writeFile(file, change(await readFile(program, "utf8")));
  const options = "--noEmit --strict --noUncheckedIndexedAccess --target es2024 --lib es2024,dom --module nodenext";
  const flags = [...options.split(" "), "--allowImportingTsExtensions", "--ignoreConfig", "--skipLibCheck", file];
  return run(process.execPath, [join(root, "node_modules/typescript/lib/tsc.js"), ...flags]).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test("Redocly's recommended rules find nothing in the description", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lint({ ref: join(root, openApiPath), config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  const source = JSON.stringify({ openapi: "3.1.0", info: { title: "No license", version: "1" }, paths: {} });
  const found = await lintFromString({ source, config });
  expect(found.map(({ ruleId }) => ruleId)).toContain("info-license");
});

test("a site serves what it answers: its address, its cookie, and the sandbox only without a processor", async () => {
  const read = async (at: Site) =>
    JSON.parse((await at.anon.get("/api/openapi.json")).text) as {
      servers: unknown;
      paths: Record<string, Record<string, unknown>>;
      components: { securitySchemes: { cookie: { name: string } } };
    };
  const served = await read(site);
  expect(served.servers).toEqual([{ url: readConfig({}).baseUrl }]);
  expect(served.components.securitySchemes.cookie.name).toBe("sg_session");
  const operations = Object.entries(served.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const answered = site.app.endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(operations.toSorted()).toEqual(answered.toSorted());
  expect(operations).toContain("POST /api/payments/sandbox/{ref}/complete");

  const live = await createStripeSite({ settings: { BASE_URL: "http://fete.example" } });
  const ofLive = await read(live);
  expect(Object.keys(ofLive.paths).filter((path) => path.includes("sandbox"))).toEqual([]);
  expect(ofLive.servers).toEqual([{ url: "http://fete.example" }]);
  await live.close();
});

test("the description and the client generated from it stay small", async () => {
  expect((await readFile(join(root, openApiPath))).length).toBeLessThan(2_000_000);
  expect((await readFile(join(folder, "api.ts"), "utf8")).split("\n").length).toBeLessThan(35_000);
});

test("a file of another media type than its endpoint declares fails the tests that ask for it", async () => {
  expect((await site.anon.get("/metrics")).status).toBe(200);
  const declared = getMetrics.replyType!;
  getMetrics.replyType = "text/csv";
  try {
    expect((await site.anon.get("/metrics")).status).toBe(500);
  } finally {
    getMetrics.replyType = declared;
  }
});

test("a program with the generated client buys a ticket and scans it at the door", async () => {
  expect(await compile((text) => text)).toBe("");
  const module = (await import(/* @vite-ignore */ pathToFileURL(join(folder, "buy-and-scan.ts")).href)) as {
    buyAndScan: (visit: object) => Promise<unknown>;
  };
  const eventId = await site.create.event();
  await site.create.ticketType({ eventId });
  const { port } = site.app.server.server.address() as { port: number };
  const visit = {
    baseUrl: `http://127.0.0.1:${port}`,
    guestToken: (await site.as("guest")).token!,
    staffToken: (await site.as("moderator")).token!,
    eventId,
  };
  expect(await module.buyAndScan(visit)).toEqual({
    refusal: "over_limit",
    order: "paid",
    verdicts: ["admitted", "already_admitted"],
  });
});

test("the generated client's types reject wrong bodies, replies, paths and headers", async () => {
  const mistakes = [
    ["scanId:", "scan:", "'scan' does not exist"],
    ["data!.verdict,", "data!.result,", "'result' does not exist"],
    ['"/api/orders/{id}", { params', '"/api/order/{id}", { params', '"/api/order/{id}"'],
    [', header: { "Idempotency-Key": crypto.randomUUID() } },', "},", "Property 'header' is missing"],
  ] as const;
  const errors = await compile((text) => mistakes.reduce((now, [right, wrong]) => now.replace(right, wrong), text));
  for (const [, , message] of mistakes) expect(errors).toContain(message);
});
