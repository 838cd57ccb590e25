import { test as base, expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { onSite, skipSplash, waitForAnswer, watchConsole } from "./journey-kit.ts";
import type { LiveSite } from "#tests/kit/live-site.ts";

export { barriers } from "./barriers.ts";

/** Playwright's test with a site for each file, a night that sold a little, and a page of an admin. */
export const withDesk = () =>
  onSite(base).extend<{ desk: Page; night: { eventId: number; generalId: number }; refusals: RegExp[] }>({
    /** A night with two buyers, and a card for five. */
    night: async ({ site }, use) =>
      use(
        await site.once("night", async () => {
          const eventId = await site.make.event({ title: "Velvet Riddim" });
          const generalId = await site.make.ticketType({ eventId, name: "General", capacity: 5 });
          for (const quantity of [1, 2])
            await site.buy(await site.as("guest"), [{ ticketTypeId: generalId, quantity }]);
          return { eventId, generalId };
        }),
      ),
    /** What the console may say in this journey, where the server refuses something in it. */
    refusals: async ({}, use) => use([]),
    /** A page of an admin in which a stray error fails the journey. */
    desk: async ({ context, site, refusals }, use) => {
      await skipSplash(context);
      await context.addCookies([await site.cookieOf("admin")]);
      const page = await context.newPage();
      waitForAnswer(page);
      const errors = watchConsole(page);
      await use(page);
      // Playwright's own script cannot enter the mail's frame, and one test cuts a line.
      const expected = [/Blocked script execution|net::ERR_FAILED/, ...refusals];
      expect(errors.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    },
  });

/** Lets the sandbox tell what befell the money, and waits until it was heard: another node may be at it. */
export async function hearSandbox({ app, db }: LiveSite): Promise<void> {
  await app.payments.sandbox.work();
  const waiting = sql`select from sandbox.deliveries where delivered_at is null`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(0);
}
