import {
  test as base,
  type BrowserContext,
  type Page,
  type PlaywrightTestArgs,
  type Response,
  type TestType,
} from "@playwright/test";
import { answersMark } from "#web/lib/use-now.ts";
import { cacheSites, type CachedSites } from "#testing/cached-sites.ts";
import type { LiveSite } from "#testing/live-site.ts";

/** Marks the splash as seen in this session: journeys that don't test it start on the page. */
export const skipSplash = (context: Pick<BrowserContext, "addInitScript">) =>
  context.addInitScript({ content: 'try { sessionStorage.setItem("hasShownSplash", "true") } catch {}' });

/** Collects console errors, each of which fails the journey. */
export function watchConsole(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return errors;
}

/** Scripts run after the load event: opening a page waits until it is interactive, except with "commit". */
export function waitForAnswer(page: Page): void {
  const answered = (mark: string) =>
    performance.getEntriesByName(mark).length > 0 || document.contentType !== "text/html";
  for (const name of ["goto", "reload"] as const) {
    const open = page[name].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    Object.assign(page, {
      [name]: async (...args: unknown[]) => {
        const reply = await open(...args);
        if ((args.at(-1) as { waitUntil?: string } | undefined)?.waitUntil === "commit") return reply;
        await page.waitForFunction(answered, answersMark, { timeout: 45_000 }).catch(() => {});
        return reply;
      },
    });
  }
}

/** The part that shows toasts loads when the browser is idle: a journey that goes offline before then sees no toast. */
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
  /** The file's site, which all its journeys share. */
  site: LiveSite;
  /** Checks the database's invariants after each journey. */
  sound: void;
};

const startSites = async ({}, use: (sites: CachedSites) => Promise<void>) => {
  const sites = cacheSites();
  await use(sites);
  await sites.close();
};
const siteOfFile = async (
  { sites }: { sites: CachedSites },
  use: (site: LiveSite) => Promise<void>,
  info: { file: string },
) => use(await sites.of(info.file));
const checkSound = async ({ site }: { site: LiveSite }, use: () => Promise<void>) => {
  await use();
  await site.expectSound();
};

/**
 * Gives journeys a site. Files that use this share a worker process, so that the product loads once; a file that needs
 * its own worker fixture, settings or browser pays for its own process. A file creates shared data with `site.once()`.
 */
export const onSite = <T extends object, W extends object>(from: TestType<T & PlaywrightTestArgs, W>) =>
  from.extend<OnSite, { sites: CachedSites }>({
    sites: [startSites, { scope: "worker" }],
    site: siteOfFile,
    sound: [checkSound, { auto: true }],
  } as never);

type Quiet = {
  /** Fails the journey for every error in the page's console that it didn't name as expected. */
  quiet: { expect: (error: RegExp) => void };
};

/** A site, with console errors as failures. `from` decides whether the splash shows. */
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
