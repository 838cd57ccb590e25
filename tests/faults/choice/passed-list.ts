import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/root.ts";
import type { Hashes, Passed } from "./choose.ts";

const path = join(root, "tests/faults/choice/passed.jsonl");

/** What each flow last passed with, from the committed list: one line a flow, sorted by name. */
export function readPassed(): Passed {
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  return new Map(
    lines.map((line) => {
      const { flow, ...rest } = JSON.parse(line) as Hashes & { flow: string; file: string };
      return [flow, rest];
    }),
  );
}

/**
 * Replaces a flow's line after it passed, or removes it after it failed. Written at once, so that a run that is
 * interrupted loses nothing.
 *
 * @param hashes what it passed with; undefined if it failed
 */
export function recordOutcome({ name, file }: { name: string; file: string }, hashes: Hashes | undefined): void {
  const passed = new Map(readPassed());
  if (hashes === undefined) passed.delete(name);
  else passed.set(name, { file, ...hashes });
  write(passed);
}

/** Removes the lines of flows that no longer exist. */
export function forgetOthers(names: string[]): void {
  const passed = readPassed();
  const kept = new Map([...passed].filter(([name]) => names.includes(name)));
  if (kept.size < passed.size) write(kept);
}

function write(passed: Passed): void {
  const sorted = [...passed].toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(path, sorted.map(([flow, rest]) => `${JSON.stringify({ flow, ...rest })}\n`).join(""));
}
