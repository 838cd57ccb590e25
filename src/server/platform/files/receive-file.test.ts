import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { receiveFile } from "./receive-file.ts";

test("a body that is refused while its file is still being opened leaves no file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "receive-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "body.part");
  // A pipe cannot be opened for writing until somebody reads it.
  execFileSync("mkfifo", [path]);
  const judged = Promise.withResolvers<void>();
  const check = () => {
    judged.resolve();
    throw new Error("not a picture");
  };
  const body = Readable.from([Buffer.from("<html>")]);
  const received = receiveFile(body, { path, maxBytes: 100, firstBytes: 4, check: check }).catch(String);
  await judged.promise;
  // More than enough for a removal that does not wait.
  for (let turn = 0; turn < 100; turn++) await setImmediate(await stat(folder));
  expect(existsSync(path)).toBe(true);
  createReadStream(path).resume();
  expect(await received).toBe("Error: not a picture");
  expect(existsSync(path)).toBe(false);
});
