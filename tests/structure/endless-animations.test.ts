import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";

const folder = join(root, "src/web");
const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(css|tsx?)$/.test(file) && !file.includes(".test."))
  .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));

const findAll = (pattern: RegExp) =>
  texts.flatMap(({ file, text }) => [...text.matchAll(pattern)].map((found) => ({ file, found: found[0] })));

/** An animation that never ends costs battery for as long as the page is open. */
test("three animations repeat without an end", () => {
  const endless = findAll(/[^\n]*\b(?:infinite\b|iterations: Infinity)[^\n]*/g).map(({ file, found }) => [
    file,
    found.trim().split(":", 1)[0],
  ]);
  expect(endless).toEqual([
    ["ui/motion.css", "--animate-turn"],
    ["ui/motion.css", "--animate-breathe"],
    ["ui/motion.css", "--animate-ping-soft"],
  ]);
});

test("they are used only while something loads or waits, and for the Live dot, which rests between two pulses", () => {
  const uses = new Set(
    findAll(/(?:animate-|--animate-)(?:turn|breathe|ping-soft)\b(?!:)/g).map(({ file, found }) => `${file} ${found}`),
  );
  expect([...uses].toSorted()).toEqual([
    // The Live dot: the specification has it pulse always.
    "app/shell/header.tsx animate-ping-soft",
    // While a read code is checked, and while the door has no network.
    "features/door/camera-view.tsx animate-breathe",
    "features/door/door-mode.tsx animate-breathe",
    "features/search/search-dialog.tsx animate-breathe",
    // A picture that is being sent.
    "ui/base.css --animate-breathe",
    "ui/rich-text/rich-text.tsx animate-breathe",
    "ui/spinner.tsx animate-breathe",
    "ui/spinner.tsx animate-turn",
  ]);
  const header = texts.find(({ file }) => file === "app/shell/header.tsx")!.text;
  expect(header).toMatch(/ref=\{restBetweenPulses\}\s+className="[^"]*animate-ping-soft/);
});

test("the Live dot rests when its ring can't be seen", () => {
  const [header, motion] = ["app/shell/header.tsx", "ui/motion.css"].map(
    (name) => texts.find(({ file }) => file === name)!.text,
  ) as [string, string];
  const [, shown, every] = /pulseMs = \{ shown: (\d+), every: (\d+) \}/.exec(header)!;
  const [, seconds] = /--animate-ping-soft: ping-soft ([\d.]+)s infinite/.exec(motion)!;
  const [, lastStep] = /@keyframes ping-soft \{[^@]*?\n {2}(\d+)%,\n {2}100% \{\n[^}]*opacity: 0;/.exec(motion)!;
  expect(Number(every)).toBe(Number(seconds) * 1000);
  expect(Number(shown)).toBeGreaterThan((Number(every) * Number(lastStep)) / 100);
});
