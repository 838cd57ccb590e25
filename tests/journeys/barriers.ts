import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

/** The text of axe, to be run in a page. */
export const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What a reader of the page by machine would stumble over. */
export async function barriers(page: Page): Promise<string[]> {
  // A dialog that is still fading in has no colours of its own yet.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    ),
  );
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const run = (window as unknown as { axe: { run(of: Document, how: object): Promise<{ violations: any[] }> } }).axe
      .run;
    const { violations } = await run(document, { iframes: false });
    return violations.map(
      (found) => `${found.id}: ${found.nodes.map((node: { html: string }) => node.html.slice(0, 140)).join(" | ")}`,
    );
  });
}
