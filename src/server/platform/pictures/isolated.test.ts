import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { runIsolated } from "./isolated.ts";

const folder = mkdtempSync(join(tmpdir(), "isolated-"));
afterAll(() => rmSync(folder, { recursive: true }));

const helper = new URL("./isolated-program.ts", import.meta.url).href;
let count = 0;

/** Runs a program with this text, in which `answerIsolated` is known. */
function run(text: string, maxMs = 60_000) {
  const path = join(folder, `program-${count++}.mjs`);
  writeFileSync(path, `import { answerIsolated } from ${JSON.stringify(helper)};\n${text}`);
  return runIsolated(pathToFileURL(path), { number: 20 }, { maxMs });
}

const plenty = "{ maxMemory: 2 ** 40 }";

test("a task's answer comes back", async () => {
  expect(await run(`await answerIsolated(async ({ number }) => ({ twice: 2 * number }), ${plenty})`)).toEqual({
    twice: 40,
  });
});

test("a process that hangs is killed", async () => {
  await expect(run(`await answerIsolated(() => new Promise(() => {}), ${plenty})`, 500)).rejects.toThrow("SIGKILL");
});

test("a process that takes too much memory ends", async () => {
  await expect(run("await answerIsolated(() => new Promise(() => {}), { maxMemory: 2 ** 20 })")).rejects.toThrow(
    "ended with 3: too much memory",
  );
});

test("a process that crashes is reported with its last words", async () => {
  await expect(run(`await answerIsolated(async () => { throw new Error("no luck") }, ${plenty})`)).rejects.toThrow(
    "no luck",
  );
});

test("a process gets no settings of the site", async () => {
  const names = `await answerIsolated(async () => ({ names: Object.keys(process.env) }), ${plenty})`;
  expect(process.env).toHaveProperty("PATH");
  expect(await run(names)).toEqual({ names: expect.not.arrayContaining(["PATH"]) });
});
