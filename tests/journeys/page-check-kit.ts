import { test as base, expect, type Page, type Request } from "@playwright/test";
import { axe } from "./barriers.ts";
import { findLayoutProblems } from "./layout-problems.ts";

/** The screens that everything must fit: the smallest phone, a common phone, a tablet, a desktop. */
export const screens = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

export type CheckOptions = {
  /** What just opened above the page; only this is checked. */
  within?: string;
  /** Opens it again on each screen, if it closes when the window is resized. */
  reopen?: () => Promise<unknown>;
};

/**
 * Checks the page as any visitor may see it. On each of four screens, finds everything wider than the screen, every
 * covered control and every cut-off text. At the page's current width, or otherwise on the common phone, finds every
 * barrier that axe reports, in the dark and the light theme.
 */
export async function checkPage(page: Page, name: string, { within, reopen }: CheckOptions = {}): Promise<string[]> {
  const before = page.viewportSize();
  const axeWidth = screens.find(({ width }) => width === before?.width)?.width ?? 390;
  const problems = new Map<string, string[]>();
  for (const screen of screens) {
    await page.setViewportSize(screen);
    // Wait until everything that closes on resize has closed before opening it again.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await reopen?.();
    // Wait until everything that moves into place on this screen has arrived.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
          .map(({ finished }) => finished),
      ),
    );
    const found = [
      ...(await page.evaluate(findLayoutProblems, within)),
      ...(screen.width === axeWidth ? await findBarriers(page, within) : []),
    ];
    for (const problem of found) problems.set(problem, [...(problems.get(problem) ?? []), String(screen.width)]);
  }
  for (const width of [390, 1440]) {
    const { excess, cut } = await checkLargeText(page, width, reopen);
    if (excess !== undefined) problems.set(`text of twice the size makes the page ${excess}`, [String(width)]);
    for (const text of cut) problems.set(`text of twice the size is cut off: ${text}`, [String(width)]);
  }
  if (before) await page.setViewportSize(before);
  return [...problems].map(([problem, at]) => `${name} at ${at.join(", ")} px: ${problem}`);
}

/**
 * How wide a page becomes whose visitor reads text of twice the size, if that is wider than the screen, and which texts are
 * cut off by what they are in, or squeezed to a letter or two a line (WCAG 1.4.4).
 */
async function checkLargeText(
  page: Page,
  width: number,
  reopen: CheckOptions["reopen"],
): Promise<{ excess: string | undefined; cut: string[] }> {
  await page.setViewportSize({ width, height: 900 });
  await reopen?.();
  return page.evaluate(async () => {
    const { documentElement: root } = document;
    const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    root.style.fontSize = "200%";
    await painted();
    const { scrollWidth } = document.scrollingElement!;
    /** Whether something around it scrolls or cuts it, so that it doesn't widen the page. */
    const isHeld = (element: Element): boolean => {
      const around = element.parentElement;
      if (around === null || around === document.body) return false;
      return getComputedStyle(around).overflowX !== "visible" || isHeld(around);
    };
    const widest = [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1 && !isHeld(element))
      .slice(-3)
      .map((element) => element.outerHTML.slice(0, 160));
    const cut = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent!.trim();
      const around = node.parentElement!;
      const isShown = around.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (text === "" || !isShown || around.closest("[aria-hidden=true], .sr-only, select, svg, [data-ornament]"))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      // So narrow that it stands on end: a letter or two a line.
      const lines = range.getClientRects().length;
      if (lines > 3 && text.length < lines * 2.5) cut.add(`“${text.slice(0, 40)}” on ${lines} lines`);
      for (let outer: Element | null = around; outer !== null && outer !== document.body; outer = outer.parentElement) {
        const { overflowX, overflowY, position, textOverflow, webkitLineClamp } = getComputedStyle(outer);
        const frame = outer.getBoundingClientRect();
        // What scrolls, or is cut on purpose, hides nothing.
        if (position === "fixed" || textOverflow === "ellipsis" || webkitLineClamp !== "none") break;
        if (/auto|scroll/.test(overflowX + overflowY) || frame.width < 3 || frame.height < 3) break;
        const isCut =
          (/hidden|clip/.test(overflowX) && (box.right > frame.right + 4 || box.left < frame.left - 4)) ||
          (/hidden|clip/.test(overflowY) && (box.bottom > frame.bottom + 4 || box.top < frame.top - 4));
        if (!isCut) continue;
        cut.add(`“${text.slice(0, 40)}” in ${outer.outerHTML.slice(0, 120)}`);
        break;
      }
    }
    root.style.fontSize = "";
    await painted();
    // Numbers of orders are random, and so are their widths: a few pixels hide nothing.
    const isWide = scrollWidth > root.clientWidth + 12;
    return { excess: isWide ? `${scrollWidth} px wide: ${widest.join(" | ")}` : undefined, cut: [...cut].slice(0, 5) };
  });
}

/** Checks all rules in the dark theme, and the color rules in the light theme. Switches the theme in place. */
async function findBarriers(page: Page, within: string | undefined): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async (selector) => {
    type Found = { id: string; nodes: { html: string; failureSummary: string }[] };
    const { axe: judge } = window as unknown as {
      axe: { run(of: unknown, how: object): Promise<{ violations: Found[] }>; teardown(): void };
    };
    const root = document.documentElement;
    const was = root.dataset["theme"];
    // A sticky bar covers what is under it at the moment; findLayoutProblems decides whether that is a problem.
    const stuck = [...document.querySelectorAll<HTMLElement>("body *")].filter(
      (element) => getComputedStyle(element).position === "sticky",
    );
    for (const element of stuck) element.style.position = "relative";
    // Stripes in the text color at 5%: axe skips every gradient and would not check the text on this one.
    const striped = [...document.querySelectorAll<HTMLElement>(".pinstripe")];
    for (const element of striped) element.style.backgroundImage = "none";
    // Ornaments may be pale.
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
      // axe caches colors between runs.
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

/** A page to check: its name, its address, and a step to run first. */
export type Target = [name: string, path: string, step?: (page: Page) => Promise<unknown>];

/** Shows the least; what a step opened on another page goes away with that page. */
const plainPage = "/password-reset";

/**
 * Visits and checks pages one after another, and reports the problems of each. Opens the first one, and follows the
 * others inside the app, so that the app is compiled once. A page on which a step ran is left before the next one, so
 * that nothing of that step remains.
 */
export async function checkPages(page: Page, targets: Target[], { open, within }: Around): Promise<void> {
  const settled = watchRequests(page);
  let after: "start" | "page" | "step" = "start";
  for (const [name, path, step] of targets)
    await base.step(name, async () => {
      if (after === "start") await page.goto(open(path));
      if (after === "step") {
        await goInApp(page, open(plainPage));
        await settled();
        // What a step typed isn't saved: the page asks before it is left.
        const discard = page.getByRole("dialog").getByRole("button", { name: "Discard" });
        if (await discard.isVisible()) await discard.click();
        await settled();
        await expect(page.getByRole("dialog")).toHaveCount(0);
      }
      if (after !== "start") await goInApp(page, open(path));
      await settled();
      await step?.(page);
      if (within !== undefined) await expect(page.locator(within)).toBeVisible();
      if (step) await settled();
      after = step ? "step" : "page";
      expect.soft(await checkPage(page, name, { within })).toEqual([]);
    });
}

/** Moves to an address of the app that is open, as its links do. */
export const goInApp = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);

/**
 * Watches the page's requests from now on.
 *
 * @returns waits until the page shows all of what it loads: it has its title and its heading, nothing on it waits, and no
 * fetch is under way, also when the page has handled the last reply. The realtime stream, which never ends, doesn't count.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on("request", (request) => {
    if (request.resourceType() === "fetch" && !request.url().includes("/api/stream/")) underWay.add(request);
  });
  // The app leaves the replies to some of what it sends unread, and those requests never finish.
  page.on("response", (response) => {
    if (response.request().method() !== "GET") underWay.delete(response.request());
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => void underWay.delete(request));
  const findWaiting = async () => {
    const shown = await page.evaluate(findUnfinished);
    return [...shown, ...[...underWay].map((request) => request.url())];
  };
  return () => expect.poll(findWaiting, { intervals: [20, 50, 100] }).toEqual([]);
}

/** Runs in the page. What it still waits for, when it has drawn what it has. */
async function findUnfinished(): Promise<string[]> {
  await new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
  const waiting = [...document.querySelectorAll("main :is([aria-busy=true], .animate-breathe, [role=status])")].filter(
    (element) => element.role !== "status" || element.textContent === "Loading content...",
  );
  return [
    ...(document.title === "" ? ["no title"] : []),
    ...(document.querySelector("h1") === null ? ["no heading"] : []),
    ...waiting.map((element) => element.outerHTML.slice(0, 120)),
  ];
}

type Around = {
  /** Returns a page's full address. */
  open: (path: string) => string;
  /** What each step opens above its page; only this is checked. */
  within?: string;
};

/** Fills in an address that has `{name}` in place of a value. */
export const fillIn = (path: string, values: Record<string, string | number>): string =>
  path.replace(/{(\w+)}/, (_, name: string) => String(values[name]));

/** Splits a list into parts of this size: one journey each, so that two workers share them. */
export const inParts = <T>(list: T[], size = 9): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, part) => list.slice(part * size, (part + 1) * size));
