import { readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toConnectionUrl } from "#server/platform/postgres/index.ts";
import { startChild } from "#testing/child.ts";
import { createDataFolder, startOwnCluster } from "#testing/own-cluster.ts";

let cluster: Awaited<ReturnType<typeof startOwnCluster>>;
const dataDir = createDataFolder();
const taken = createServer();

beforeAll(async () => {
  cluster = await startOwnCluster();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  taken.close();
  await cluster.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

const root = join(import.meta.dirname, "../..");
const databaseUrl = (more: { database?: string; user?: string } = {}) =>
  toConnectionUrl({ ...cluster.connection, ...more });
const setup = () => ({
  NODE_OPTIONS: "",
  NODE_ENV: "production",
  DATA_DIR: dataDir,
  BASE_URL: "http://localhost",
  DEMO: "0",
  LOG_LEVEL: "silent",
  DATABASE_URL: databaseUrl(),
});

/** Runs a script until it ends by itself. What it says last is why. */
async function runScript([file, ...args]: [string, ...string[]], settings: Record<string, string | undefined> = {}) {
  const child = startChild(join(root, file), args, settings);
  const code = await child.ended;
  return { code, lines: child.lines, last: child.lines.at(-1) ?? "" };
}

const isStack = (line: string) => /^\s+at |node:internal|^Node\.js v/.test(line);

const startErrors: [what: string, settings: () => Record<string, string | undefined>, sentence: RegExp][] = [
  [
    "a database that doesn't exist",
    () => ({ DATABASE_URL: databaseUrl({ database: "nothere" }) }),
    /^The database refuses this site: database "nothere" does not exist\. Create that database, or correct the name in DATABASE_URL\.$/,
  ],
  [
    "a user that the database doesn't know",
    () => ({ DATABASE_URL: databaseUrl({ user: "stranger" }) }),
    /^The database refuses this site: role "stranger" does not exist\. Correct the user name and password in DATABASE_URL\.$/,
  ],
  [
    "a port that is taken",
    () => ({ PORT: String((taken.address() as AddressInfo).port) }),
    /^Port \d+ is in use by another program\. Stop that program, or set PORT to another number\.$/,
  ],
  [
    "an address of another machine",
    () => ({ HOST: "203.0.113.7" }),
    /^This machine doesn't have the address 203\.0\.113\.7\. Set HOST to one of this machine's addresses, or to 0\.0\.0\.0 for all\.$/,
  ],
  [
    "a host name without an address",
    () => ({ HOST: "nowhere.invalid" }),
    /^(There is no address for the name nowhere\.invalid|The name nowhere\.invalid can't be resolved right now)\. Set HOST to/,
  ],
  [
    "a data folder that can't be created",
    () => ({ DATA_DIR: "/dev/null/data" }),
    /^The site can't write to the data folder \/dev\/null\/data \(ENOTDIR\)\. Start the site as the folder's owner, or set DATA_DIR to another folder\.$/,
  ],
  [
    "a data folder whose parent takes no folders",
    () => ({ DATA_DIR: "/sys/data", DATABASE_URL: undefined }),
    /^The site can't write to the data folder \/sys\/data \(E\w+\)\. /,
  ],
  [
    "a misspelled setting",
    () => ({ DATABSE_URL: "postgresql://db/site" }),
    /^ {2}- DATABSE_URL isn't a setting: did you mean DATABASE_URL\?$/,
  ],
];

test.runIf(process.platform === "linux").each(startErrors)(
  "a start with %s says so in one sentence",
  async (_, settings, sentence) => {
    const { code, lines, last } = await runScript(["scripts/start.ts"], { ...setup(), ...settings() });
    expect(last).toMatch(sentence);
    expect(lines.filter(isStack)).toEqual([]);
    expect(code).toBe(1);
  },
);

const nowhere = "http://127.0.0.1:1";
const scripts: [what: string, run: [string, ...string[]], sentence: RegExp][] = [
  ["npm run lighthouse without a site", ["scripts/lighthouse.ts", nowhere], /isn't responding\. Start the site/],
  [
    "npm run first-load without a site",
    ["scripts/measure-first-load.ts", nowhere],
    /isn't responding\. Start the site/,
  ],
  [
    "npm run bench -- lists without data",
    ["bench/run.ts", "lists"],
    /^Fill a folder first \(DATA_DIR=FOLDER npm run seed/,
  ],
  [
    "npm run bench -- lists with an empty folder",
    ["bench/run.ts", "lists", "--data", "/dev/shm"],
    /has no database\.$/,
  ],
  ["npm run bench with an unknown option", ["bench/run.ts", "pages", "--fast", "1"], /^There is no option --fast/],
  ["npm run bench without a name", ["bench/run.ts"], /^Name a benchmark/],
];

test.each(scripts)("%s says what to do first, in one sentence", async (_, run, sentence) => {
  const { code, lines } = await runScript(run);
  expect(lines).toEqual([expect.stringMatching(sentence)]);
  expect(code).not.toBe(0);
});

test.each(["scripts/seed.ts", "scripts/invariants.ts"])("%s rejects wrong settings without a stack", async (script) => {
  const { code, lines } = await runScript([script, ...(script.includes("seed") ? ["--scale"] : [])], {
    PORT: "many",
    BASE_URL: "http://localhost",
  });
  expect(lines).toEqual(["The site can't start with these settings:", "  - PORT must be a port number"]);
  expect(code).toBe(1);
});

test("every npm script first installs what it needs", () => {
  const { scripts: all } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  for (const command of Object.values(all))
    expect(command).toMatch(/^node (--\S+ )?scripts\/run\.mjs (--with-dev )?\S+$/);
});
