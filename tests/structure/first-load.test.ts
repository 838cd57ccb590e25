import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildWebIfStale } from "../../scripts/build.ts";
import { firstLoads, scriptsOf, sentBytes } from "../../scripts/measuring/first-load.ts";
import { root } from "../../scripts/root.ts";

beforeAll(() => buildWebIfStale());

const pages = Object.keys(firstLoads);

test.each(pages)("the scripts of %s stay within their limit", (page) => {
  const { kilobytes } = firstLoads[page]!;
  const files = scriptsOf(page).map((file) => [file, sentBytes(file)] as const);
  const total = files.reduce((sum, [, bytes]) => sum + bytes, 0);
  expect(total / 1000, JSON.stringify(files)).toBeLessThanOrEqual(kilobytes);
});

test.each(pages)("%s loads no schema library before a form is used", (page) => {
  const withSchemas = scriptsOf(page).filter((file) =>
    /\bZodError\b|invalid_type/.test(readFileSync(join(root, "dist/client", file), "utf8")),
  );
  expect(withSchemas).toEqual([]);
});
