import { appendFileSync, mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, expect } from "vitest";
import type { CpuNote } from "../scripts/testing/cpu-budgets.ts";
import { ownCpuMs } from "../scripts/testing/cpu.ts";
import { shareOfFile } from "./cpu-share.ts";

// Runs before each test file. When the file ends, it records the CPU time used, for the budgets of `npm test`.
const folder = process.env.TEST_CPU_NOTES;
if (folder !== undefined) {
  // Load what every file needs before measuring the first file of a process.
  await import("./site.ts");
  shareOfFile.current = undefined;
  const before = ownCpuMs();
  afterAll(() => {
    const file = relative(process.cwd(), expect.getState().testPath ?? "");
    const note: CpuNote = {
      file,
      cpuMs: ownCpuMs() - before,
      ...(shareOfFile.current && { shares: shareOfFile.current }),
    };
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(note)}\n`);
  });
}
