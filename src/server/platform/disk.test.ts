import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { diskStatus, checkSpace, readDisk } from "./disk.ts";

const gibibyte = 1024 ** 3;

test.each([
  ["a large disk with room", 400, 900, false, "ok"],
  ["a large disk with less than a gigabyte", 0.9, 900, false, "low"],
  ["a small disk with room", 0.6, 10, false, "ok"],
  ["a small disk with less than 5%", 0.4, 10, false, "low"],
  ["no room for the database's next log segment", 0.01, 10, false, "full"],
  ["room here, but the database's own disk is full", 400, 900, true, "full"],
] as const)("%s", (_, freeGibibytes, totalGibibytes, wasRefused, status) => {
  expect(diskStatus(checkSpace(freeGibibytes * gibibyte, totalGibibytes * gibibyte), wasRefused)).toBe(status);
});

test("a folder's disk can be read, and a missing folder is an unknown disk", async () => {
  const disk = await readDisk(tmpdir());
  expect(disk.totalBytes).toBeGreaterThan(disk.freeBytes);
  expect(disk.freeBytes).toBeGreaterThan(0);
  await expect(readDisk("/no/such/folder")).rejects.toThrow("ENOENT");
  expect(diskStatus(undefined, false)).toBe("unknown");
});
