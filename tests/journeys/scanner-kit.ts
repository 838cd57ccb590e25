import { rm } from "node:fs/promises";
import {
  test as base,
  chromium,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "@playwright/test";
import { browserArguments, fullChromiumPath } from "#testing/browser.ts";
import { filmTicket, type Shot } from "#testing/fake-camera.ts";
import { onSite, skipSplash, waitForAnswer } from "./journey-kit.ts";
import type { LiveSite } from "#testing/live-site.ts";

export type DoorOptions = {
  /** What the camera sees, in a loop; without shots the browser has no camera. */
  shots?: Shot[];
  /** Denies camera access when the page asks for it. */
  denied?: boolean;
  /** Console errors that belong to the test case, such as a cut network. */
  expectedErrors?: RegExp;
  gate?: string;
  /** Runs before the page opens. */
  prepare?: (context: BrowserContext) => Promise<void>;
  context?: BrowserContextOptions;
};

type Fixtures = {
  /** Opens the scanner as a moderator in its own Chromium, whose camera plays a film. */
  openDoor: (eventId: number, options: DoorOptions) => Promise<Page>;
  /** An event and the codes of its two paid tickets, bought through the API. */
  event: { eventId: number; code: string; codes: string[] };
};

/** Playwright's test with a site for each file, an event to scan for and a scanner to open. */
export const withDoor = () =>
  onSite(base).extend<Fixtures>({
    event: async ({ site }, use) => {
      const eventId = await site.create.event({
        title: "Velvet Riddim",
        ageRule: "21+",
        startsAt: new Date(Date.now() + 3_600_000),
      });
      const ticketTypeId = await site.create.ticketType({ eventId, name: "General Admission" });
      const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
      const codes = order.tickets.map((ticket) => ticket.code);
      await use({ eventId, code: codes[0]!, codes });
    },

    openDoor: async ({ site }, use, testInfo) => {
      const endings: (() => Promise<unknown>)[] = [];
      const errors: string[] = [];
      await use(async (eventId, { shots, denied = false, expectedErrors, gate, prepare, context: more = {} }) => {
        const film = shots && (await filmTicket(shots));
        if (film) endings.push(() => rm(film, { force: true }));
        const browser = await chromium.launch({
          executablePath: fullChromiumPath,
          args: [...browserArguments, ...cameraArguments(film, denied)],
        });
        endings.unshift(() => browser.close());
        const context = await browser.newContext({
          locale: "en-US",
          timezoneId: "America/New_York",
          viewport: { width: 390, height: 844 },
          ...more,
        });
        await skipSplash(context);
        await context.addCookies([await site.cookieOf("moderator")]);
        context.on("request", (request) => {
          if (!request.url().startsWith(site.baseUrl)) errors.push(`Request to another host: ${request.url()}`);
        });
        await prepare?.(context);
        const page = await context.newPage();
        waitForAnswer(page);
        page.on("pageerror", (error) => errors.push(String(error)));
        page.on("console", (message) => {
          if (message.type() === "error" && !expectedErrors?.test(message.text())) errors.push(message.text());
        });
        await page.goto(`${site.baseUrl}/ticket-scanner?event=${eventId}`);
        if (gate) await page.getByRole("textbox", { name: "Gate" }).fill(gate);
        await page.getByRole("button", { name: "Start scanning" }).click();
        return page;
      });
      for (const end of endings) await end();
      expect(errors, `console errors in "${testInfo.title}"`).toEqual([]);
    },
  });

function cameraArguments(film: string | undefined, denied: boolean): string[] {
  if (!film) return ["--use-fake-ui-for-media-stream"];
  const device = ["--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${film}`];
  return denied ? [...device, "--deny-permission-prompts"] : [...device, "--use-fake-ui-for-media-stream"];
}

/** The verdict on the screen, by its name. */
export const verdict = (page: Page, name: string) => page.locator(`[data-verdict="${name}"]`);

/**
 * Waits for a verdict and reads its whole text and its announcement in one step: it stays only a moment.
 */
export async function readVerdict(
  page: Page,
  name: string,
  timeout = 45_000,
): Promise<{ text: string; alerts: string }> {
  const shown = await page.waitForFunction(
    (word) => {
      const screen = document.querySelector<HTMLElement>(`[data-verdict="${word}"]`);
      if (!screen?.checkVisibility()) return undefined;
      const alerts = [...document.querySelectorAll("[role=alert]")].map((alert) => alert.textContent).join(" | ");
      return { text: screen.innerText, alerts };
    },
    name,
    { timeout, polling: "raf" },
  );
  return (await shown.jsonValue())!;
}

/** The number of an event's admitted tickets, from the database. */
export async function countAdmitted(site: LiveSite, eventId: number): Promise<number> {
  const door = await site.as("moderator");
  const { body } = await door.get(`/api/door/events/${eventId}`);
  return body.admittedCount;
}

/** The number of scans the server has stored for an event. */
export async function countScans(site: LiveSite, eventId: number): Promise<number> {
  const { count } = await site.db
    .selectFrom("scans")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  return count;
}

export { expect };
