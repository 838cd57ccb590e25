import {
  test as base,
  type BrowserContext,
  type Page,
  type PlaywrightTestArgs,
  type Response,
  type TestType,
} from "@playwright/test";
import { answersMark } from "#web/lib/answers-mark.ts";
import { keepSites, type KeptSites } from "#tests/kit/kept-sites.ts";
import type { LiveSite } from "#tests/kit/live-site.ts";

/** Makes a browser one that has seen the splash in this session: journeys that are not about it start on the page. */
export const skipSplash = (context: Pick<BrowserContext, "addInitScript">) =>
  context.addInitScript({ content: 'try { sessionStorage.setItem("hasShownSplash", "true") } catch {}' });

/** A stray error in the console is a failure of the journey. */
export function watchConsole(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return errors;
}

/** Scripts come after the poster, later than the load event: who opens a page in a journey waits until it answers, unless for "commit" alone. */
export function waitForAnswer(page: Page): void {
  const answered = (mark: string) =>
    performance.getEntriesByName(mark).length > 0 || document.contentType !== "text/html";
  for (const name of ["goto", "reload"] as const) {
    const open = page[name].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    Object.assign(page, {
      [name]: async (...args: unknown[]) => {
        const reply = await open(...args);
        if ((args.at(-1) as { waitUntil?: string } | undefined)?.waitUntil === "commit") return reply;
        await page.waitForFunction(answered, answersMark, { timeout: 10_000 }).catch(() => {});
        return reply;
      },
    });
  }
}

/** The part that shows toasts is fetched when the browser is idle: who goes offline before that is told nothing. */
export const waitForToasts = (page: Page) =>
  page.locator('[role=region][aria-label^="Notifications"]').waitFor({ state: "attached" });

/** Playwright's test for journeys past the splash. */
export const test = base.extend({
  context: async ({ context }, use) => {
    await skipSplash(context);
    context.on("page", waitForAnswer);
    await use(context);
  },
});

type OnSite = {
  /** The site of this file, the same for all of its journeys. */
  site: LiveSite;
  /** What must always hold of the site's database holds after each journey. */
  sound: void;
};

const startSites = async ({}, use: (sites: KeptSites) => Promise<void>) => {
  const sites = keepSites();
  await use(sites);
  await sites.close();
};
const siteOfFile = async (
  { sites }: { sites: KeptSites },
  use: (site: LiveSite) => Promise<void>,
  info: { file: string },
) => use(await sites.of(info.file));
const checkSound = async ({ site }: { site: LiveSite }, use: () => Promise<void>) => {
  await use();
  await site.expectSound();
};

/**
 * Gives journeys a site. Files that get it here share a worker process, so that the product is loaded once: a file that
 * needs a worker fixture, settings or a browser of its own pays for a process of its own. What a file makes once, it
 * makes by `site.once()`.
 */
export const onSite = <T extends object, W extends object>(from: TestType<T & PlaywrightTestArgs, W>) =>
  from.extend<OnSite, { sites: KeptSites }>({
    sites: [startSites, { scope: "worker" }],
    site: siteOfFile,
    sound: [checkSound, { auto: true }],
  } as never);

type Quiet = {
  /** Fails the journey for every error in the page's console, unless it names it as expected. */
  quiet: { expect: (error: RegExp) => void };
};

/** A site, and no error in the console. `base` decides about the splash. */
export const withSite = (from: typeof base = test) =>
  onSite(from).extend<Quiet>({
    quiet: [
      async ({ page }, use) => {
        const errors = watchConsole(page);
        const expected: RegExp[] = [];
        await use({ expect: (error) => void expected.push(error) });
        const stray = errors.filter((text) => !expected.some((pattern) => pattern.test(text)));
        if (stray.length > 0) throw new Error(`Stray errors in the console:\n${stray.join("\n")}`);
      },
      { auto: true },
    ],
  });
