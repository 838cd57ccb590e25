import { test as base, expect, type Page } from "@playwright/test";
import { axe } from "./barriers.ts";
import { findLayoutFaults } from "./look-layout.ts";

/** The screens that everything must fit: the smallest phone, a usual phone, a tablet, a desk. */
export const screens = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

export type LookOptions = {
  /** What has just opened above the page; only this is looked at. */
  within?: string;
  /** Opens it anew on each screen, where it closes when the window changes. */
  reopen?: () => Promise<unknown>;
};

/**
 * Looks at what is on the page as everybody may meet it. On each of four screens: everything wider than the screen, every
 * control that something covers and every text that is cut off. At the width that the page has when it is asked for, else
 * on the usual phone, dark and light: every barrier that axe finds.
 */
export async function look(page: Page, name: string, { within, reopen }: LookOptions = {}): Promise<string[]> {
  const before = page.viewportSize();
  const axeWidth = screens.find(({ width }) => width === before?.width)?.width ?? 390;
  const faults = new Map<string, string[]>();
  for (const screen of screens) {
    await page.setViewportSize(screen);
    // What closes when the window changes has closed before it is opened anew.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await reopen?.();
    // What moves into its place on this screen has arrived.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
          .map(({ finished }) => finished),
      ),
    );
    const found = [
      ...(await page.evaluate(findLayoutFaults, within)),
      ...(screen.width === axeWidth ? await findBarriers(page, within) : []),
    ];
    for (const fault of found) faults.set(fault, [...(faults.get(fault) ?? []), String(screen.width)]);
  }
  if (before) await page.setViewportSize(before);
  return [...faults].map(([fault, at]) => `${name} at ${at.join(", ")} px: ${fault}`);
}

/** All rules in the dark; in the light those that colours decide. The theme is switched in place. */
async function findBarriers(page: Page, within: string | undefined): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async (selector) => {
    type Found = { id: string; nodes: { html: string; failureSummary: string }[] };
    const { axe: judge } = window as unknown as {
      axe: { run(of: unknown, how: object): Promise<{ violations: Found[] }>; teardown(): void };
    };
    const root = document.documentElement;
    const was = root.dataset["theme"];
    // A bar that sticks to an edge covers whatever is under it just now; findLayoutFaults judges whether that can be helped.
    const stuck = [...document.querySelectorAll<HTMLElement>("body *")].filter(
      (element) => getComputedStyle(element).position === "sticky",
    );
    for (const element of stuck) element.style.position = "relative";
    // Stripes of the ink's own colour at 5 %: axe gives up on every gradient and would not judge what stands on this one.
    const striped = [...document.querySelectorAll<HTMLElement>(".pinstripe")];
    for (const element of striped) element.style.backgroundImage = "none";
    // An ornament may be as pale as it likes.
    const of = { include: [selector ?? "html"], exclude: ["[data-ornament]"] };
    const how = { iframes: false, resultTypes: ["violations"], elementRef: false };
    const found: string[] = [];
    for (const theme of ["dark", "light"]) {
      root.dataset["theme"] = theme;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const rules =
        theme === "dark"
          ? { rules: { "target-size": { enabled: true } } }
          : { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };
      // It remembers colours from one run to the next.
      judge.teardown();
      const { violations } = await judge.run(of, { ...how, ...rules });
      for (const { id, nodes } of violations)
        for (const { html, failureSummary } of nodes) {
          const why = failureSummary.split("\n").slice(1, 3).join(" ").trim();
          found.push(`${id} (${theme}): ${html.slice(0, 160)} – ${why.slice(0, 220)}`);
        }
    }
    for (const element of stuck) element.style.position = "";
    for (const element of striped) element.style.backgroundImage = "";
    if (was) root.dataset["theme"] = was;
    return found;
  }, within);
}

/** Something to look at: its name, its address, and what is done there before. */
export type Place = [name: string, path: string, step?: (page: Page) => Promise<unknown>];

/** Goes through places one after another and looks at each. Says of every place what is wrong there. */
export async function lookAround(page: Page, places: Place[], { open, within }: Around): Promise<void> {
  for (const [name, path, step] of places)
    await base.step(name, async () => {
      await page.goto(open(path));
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
      await page.waitForLoadState("networkidle");
      await step?.(page);
      if (within !== undefined) {
        await expect(page.locator(within)).toBeVisible();
        await page.waitForLoadState("networkidle");
      }
      expect.soft(await look(page, name, { within })).toEqual([]);
    });
}

type Around = {
  /** The whole address of a place. */
  open: (path: string) => string;
  /** What each place opens above its page; only this is looked at. */
  within?: string;
};

/** An address with `{name}` where a value goes. */
export const fillIn = (path: string, values: Record<string, string | number>): string =>
  path.replace(/{(\w+)}/, (_, name: string) => String(values[name]));

/** Lists of so many: one journey each, so that two workers share them. */
export const inParts = <T>(list: T[], size = 9): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, part) => list.slice(part * size, (part + 1) * size));
