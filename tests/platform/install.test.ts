import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { TestChild } from "#testing/child.ts";
import { createScratchProject, killGroup, type ScratchProject } from "./scratch-project.ts";

let project: ScratchProject;
beforeEach(async () => {
  project = await createScratchProject();
});
afterEach(() => project.remove());

async function addressOf(site: TestChild) {
  const line = await site.says(/^port \d+/);
  return `http://127.0.0.1:${line.slice("port ".length)}`;
}

/** Asks the site again and again until `end`; returns all answers, and waits for some at any time. */
function askAllAlong(address: string) {
  const answers: string[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) answers.push(await ask(address));
  })();
  return {
    async more(count = 20) {
      const least = answers.length + count;
      await expect.poll(() => answers.length, { interval: 5 }).toBeGreaterThanOrEqual(least);
    },
    async end() {
      isOver = true;
      await asking;
      return new Set(answers);
    },
  };
}

async function ask(address: string) {
  const answer = await fetch(address);
  return `${answer.status} ${await answer.text()}`;
}

const packagesOf = ({ folder }: ScratchProject) => readdirSync(join(folder, "node_modules")).toSorted();
const partOf = ({ folder }: ScratchProject) => statSync(join(folder, "node_modules/site-part/index.js")).ino;
const leftovers = ({ folder }: ScratchProject) => readdirSync(join(folder, ".cache/run"));

test("a second npm command beside a running site installs what it lacks, and the site answers all along", async () => {
  const site = project.npm("start");
  const asking = askAllAlong(await addressOf(site));
  const before = partOf(project);
  const { begun, release } = project.hold("dev-tool");
  const tool = project.npm("run", "tool");
  await begun;
  await asking.more();
  release();
  await tool.says(/^dev-tool/);
  await asking.more();

  expect(await asking.end()).toEqual(new Set(["200 1.0.0"]));
  expect(partOf(project)).toBe(before);
  expect(packagesOf(project)).toEqual([".bin", ".install-stamp.json", ".package-lock.json", "dev-tool", "site-part"]);
});

test("an install that is killed midway leaves node_modules as it was, and the next one completes", async () => {
  await addressOf(project.npm("start"));
  const before = packagesOf(project);
  const { begun, release } = project.hold("dev-tool");
  const tool = project.npm("run", "tool");
  await begun;
  killGroup(tool.pid);
  await tool.ended;
  release();
  expect(packagesOf(project)).toEqual(before);

  expect(await project.npm("run", "tool").ended).toBe(7);
  expect(leftovers(project).filter((name) => !name.startsWith("running-"))).toEqual([]);
});

test("of two commands that need the same packages one installs and the other waits", async () => {
  const { begun, release } = project.hold("dev-tool");
  const first = project.npm("run", "tool");
  await begun;
  const second = project.npm("run", "tool");
  await second.says(/^Waiting for the install of process \d+/);
  release();
  expect(await Promise.all([first.ended, second.ended])).toEqual([7, 7]);
  expect(project.downloads("dev-tool")).toBe(1);
  expect(leftovers(project)).toEqual([]);
});

test("packages that a site runs from are replaced only once it has stopped", async () => {
  const site = project.npm("start");
  const address = await addressOf(site);
  project.lock("2.0.0");
  const refused = project.npm("run", "tool");
  expect(await refused.ended).not.toBe(0);
  expect(refused.lines.join("\n")).toMatch(
    /have changed\. Stop what runs from the old ones.*: site\.mjs \(process \d+\)\.$/m,
  );
  expect(await ask(address)).toBe("200 1.0.0");

  process.kill(-site.pid, "SIGTERM");
  await site.ended;
  expect(await ask(await addressOf(project.npm("start")))).toBe("200 2.0.0");
});

test("a script that was killed doesn't hold packages", async () => {
  const site = project.npm("start");
  await addressOf(site);
  killGroup(site.pid);
  await site.ended;
  project.lock("2.0.0");
  expect(await project.npm("run", "tool").ended).toBe(7);
});

test.each(["installs", "doesn't install"])(
  "a run that %s passes arguments, signals and exit codes on",
  async (what) => {
    if (what === "doesn't install") await project.npm("run", "tool").ended;
    const tool = project.npm("run", "tool", "--", "--", "--full", "part of a title", "--");
    expect(await tool.ended).toBe(7);
    expect(tool.lines.at(-1)).toBe('dev-tool ["--full","part of a title","--"]');

    // The next install, in a process of its own.
    if (what === "installs") project.lock("2.0.0");
    const site = project.run("site.mjs");
    await addressOf(site);
    site.kill("SIGTERM");
    expect(await site.ended).toBe(3);
    expect(site.lines.at(-1)).toBe("site ends");

    const other = project.run("site.mjs");
    await addressOf(other);
    other.kill("SIGHUP");
    expect(await other.ended).toBe("SIGHUP");
  },
);
