import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

/** The source of axe, to run in a page. */
export const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Accessibility barriers on the page. */
export async function barriers(page: Page): Promise<string[]> {
  // What shows the rows before a new choice is pale until the new ones come.
  await page.waitForFunction(
    () => document.querySelector('[aria-busy="true"][class*="opacity-"]:not(a, button)') === null,
  );
  // A dialog that is still fading in doesn't have its final colors yet.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    ),
  );
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const run = (window as unknown as { axe: { run(of: Document, how: object): Promise<{ violations: any[] }> } }).axe
      .run;
    const { violations } = await run(document, { iframes: false, resultTypes: ["violations"], elementRef: false });
    return violations.map(
      (found) => `${found.id}: ${found.nodes.map((node: { html: string }) => node.html.slice(0, 140)).join(" | ")}`,
    );
  });
}
