import { existsSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { getHealth, getReadiness } from "#contract/operations.ts";
import { readConfig, settingNames } from "#server/config.ts";
import { createServer } from "#server/platform/http/server.ts";
import { createLog } from "#server/platform/log.ts";
import { createMetrics } from "#server/platform/metrics.ts";
import { root } from "../../scripts/root.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const dockerfile = read("Dockerfile");
const compose = read("compose.yaml");
const proxy = read("deploy/proxy.caddyfile");
const unit = read("deploy/savage-gentlemen.service");
const guide = read("docs/deploy.md");

/** All that a pattern's first group matches. */
const all = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found]) => found!);
/** The part of compose.yaml under a key of its first or second level. */
const part = (key: string) => new RegExp(`^( *)${key}:.*\n((?:\\1 +.*\n|\n)*)`, "m").exec(compose)![2]!;

test("everything that the image, the service and the containers set is a setting of the site", () => {
  const ours = new Set([...settingNames, "NODE_ENV"]);
  const set = [
    ...all(/^ENV (.*)$/m.exec(dockerfile)![1]!, /(\w+)=/g),
    ...all(unit, /^Environment=(\w+)=/gm),
    ...all(/environment:\n((?: {4}.*\n)+)/.exec(part("x-node"))![1]!, /^ {4}(\w+):/gm),
  ];
  expect(set.length).toBeGreaterThan(8);
  expect(set.filter((name) => !ours.has(name))).toEqual([]);
});

test("the settings of the guide's examples are accepted", () => {
  for (const [, block = ""] of guide.matchAll(/```ini\n([^`]*)```/g)) {
    const given = Object.fromEntries(all(block, /^(\w+=.*)$/gm).map((line) => line.split(/=(.*)/s).slice(0, 2)));
    const { DOMAIN, DATABASE_PASSWORD, ...settings } = given as Record<string, string>;
    const more =
      DOMAIN === undefined
        ? {}
        : { BASE_URL: `https://${DOMAIN}`, DATABASE_URL: `postgresql://site:${DATABASE_PASSWORD}@database/site` };
    expect(Object.keys(settings).filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(readConfig({ ...settings, ...more }).production).toBe(true);
  }
});

test("image, containers and proxy agree on ports, paths and names", () => {
  const port = /^EXPOSE (\d+)$/m.exec(dockerfile)![1]!;
  expect(readConfig({}).port).toBe(Number(port));
  expect(all(dockerfile, /PORT=(\d+)/g)).toEqual([port]);
  const nodes = all(part("services"), /^ {2}([\w-]+): \*node$/gm);
  expect(nodes.length).toBe(2);
  expect(/reverse_proxy ([^{]*)\{/.exec(proxy)![1]!.trim().split(" ")).toEqual(nodes.map((name) => `${name}:${port}`));
  expect(/health_uri (\S+)/.exec(proxy)![1]).toBe(getReadiness.path);
  expect(dockerfile).toContain(`}${getHealth.path}\``);
  const folder = /^VOLUME (\S+)$/m.exec(dockerfile)![1]!;
  expect(dockerfile).toContain(`DATA_DIR=${folder}`);
  expect(part("x-node")).toContain(`- media:${folder}\n`);
  for (const name of all(compose, /^ +- (\w+):\//gm)) expect(compose).toMatch(new RegExp(`^  ${name}:$`, "m"));
  for (const mounted of all(compose, /^ +- \.\/([^:]+):/gm)) expect(existsSync(join(root, mounted))).toBe(true);
});

test("what is copied and started exists, and the start is Node itself, so that signals arrive", () => {
  const started = [
    /^CMD \["node", "--\S+", "([^"]+)"\]$/m.exec(dockerfile)![1]!,
    /^ExecStart=\S+\/node --\S+ (\S+)$/m.exec(unit)![1]!,
  ];
  const { scripts } = JSON.parse(read("package.json")) as { scripts: { start: string } };
  const flags = [dockerfile, unit, scripts.start].map((text) => /--max-semi-space-size=\d+/.exec(text)![0]);
  expect(new Set(flags).size).toBe(1);
  expect(new Set(started)).toEqual(new Set(["scripts/start.ts"]));
  for (const path of [...started, ...all(dockerfile, /^COPY (package\.json)/gm)]) {
    expect(existsSync(join(root, path))).toBe(true);
  }
});

test("the image lacks no source of the web app and gets no secret", () => {
  const ignored = read(".dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const isIgnored = (path: string) =>
    ignored.some((pattern) => matchesGlob(path, pattern) || path.startsWith(`${pattern}/`));
  const sources = all(read("scripts/fingerprint.ts").split("const sources")[1]!.split("]")[0]!, /"([^"]+)"/g);
  expect(sources.length).toBeGreaterThan(3);
  for (const needed of [
    ...sources,
    "src/server/main.ts",
    "db/migrations",
    "db/seed",
    "scripts/start.ts",
    "package.json",
  ]) {
    expect(existsSync(join(root, needed)), needed).toBe(true);
    expect(isIgnored(needed), needed).toBe(false);
  }
  for (const secret of [".env", ".env.production", "data/postgres/cluster", ".git/config"]) {
    expect(isIgnored(secret), secret).toBe(true);
  }
});

test("the proxy closes idle connections before a node does, and a node may finish before it is killed", () => {
  const server = createServer({ log: createLog("silent"), trustProxy: 0, metrics: createMetrics() });
  expect(Number(/keepalive (\d+)s/.exec(proxy)![1]) * 1000).toBeLessThan(server.server.keepAliveTimeout);
  const longestStopSeconds = 25;
  for (const seconds of [/stop_grace_period: (\d+)s/.exec(compose)![1], /TimeoutStopSec=(\d+)/.exec(unit)![1]]) {
    expect(Number(seconds)).toBeGreaterThan(longestStopSeconds);
  }
});
