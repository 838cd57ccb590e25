import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { runBeside } from "./beside.ts";
import { readTable } from "./read-table.ts";

const folder = mkdtempSync(join(tmpdir(), "beside-"));
afterAll(() => rmSync(folder, { recursive: true }));

const helper = new URL("./beside.ts", import.meta.url).href;
let count = 0;

/** Runs a program with this text, in which `answerBeside` is known. */
function run(text: string, ms = 60_000, heapMb = 64) {
  const path = join(folder, `program-${count++}.mjs`);
  writeFileSync(path, `import { answerBeside } from ${JSON.stringify(helper)};\n${text}`);
  return runBeside(pathToFileURL(path), { number: 20 }, { ms, heapMb });
}

test("many rows arrive in their order", async () => {
  const text = Array.from({ length: 3000 }, (_, index) => `a${index},b,c,d`).join("\n");
  const { rows } = await readTable({ text });
  expect(rows.map(({ line }) => line)).toEqual(Array.from({ length: 3000 }, (_, index) => index + 1));
  expect(rows[2999]).toEqual({ line: 3000, cells: ["a2999", "b", "c", "d"] });
});

test("a refusal is an error that names the file's field", async () => {
  await expect(readTable({ text: ",".repeat(20_000) })).rejects.toMatchObject({
    code: "invalid_input",
    errors: [{ path: "file", message: expect.stringContaining("more columns") }],
  });
});

test("a task that hangs is ended, and its caller gets a sentence", async () => {
  await expect(run("for (;;);", 300)).rejects.toMatchObject({ code: "invalid_input" });
});

test("a thread that ends without an answer is an error, and the next one works", async () => {
  await expect(run("process.exit(3)")).rejects.toThrow("ended with 3");
  await expect(run("throw new Error('no luck')")).rejects.toThrow("no luck");
  expect(await run("answerBeside(({ number }) => ({ twice: 2 * number }))")).toEqual({ twice: 40 });
});

test("a thread that takes too much memory is ended", async () => {
  const greedy = "const all = []; for (;;) all.push(new Array(10_000).fill(all.length));";
  await expect(run(greedy, 60_000, 16)).rejects.toMatchObject({
    code: "invalid_input",
  });
});

test("a thread gets no settings of the site", async () => {
  expect(await run("answerBeside(() => ({ names: Object.keys(process.env) }))")).toEqual({ names: [] });
});
