import { test as base, expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { onSite, skipSplash, waitForAnswer, watchConsole } from "./journey-kit.ts";
import type { LiveSite } from "#testing/live-site.ts";

export { barriers } from "./barriers.ts";

/** Playwright's test with a site for each file, an event with a few sales, and an admin's page. */
export const withAdmin = () =>
  onSite(base).extend<{ adminPage: Page; event: { eventId: number; generalId: number }; refusals: RegExp[] }>({
    /** An event with two buyers and a capacity of five. */
    event: async ({ site }, use) =>
      use(
        await site.once("event", async () => {
          const eventId = await site.create.event({ title: "Velvet Riddim" });
          const generalId = await site.create.ticketType({ eventId, name: "General", capacity: 5 });
          for (const quantity of [1, 2])
            await site.buy(await site.as("guest"), [{ ticketTypeId: generalId, quantity }]);
          return { eventId, generalId };
        }),
      ),
    /** Console errors that this journey allows, because the server rejects some of its requests. */
    refusals: async ({}, use) => use([]),
    /** An admin's page, on which a stray error fails the journey. */
    adminPage: async ({ context, site, refusals }, use) => {
      await skipSplash(context);
      await context.addCookies([await site.cookieOf("admin")]);
      const page = await context.newPage();
      waitForAnswer(page);
      const errors = watchConsole(page);
      await use(page);
      // Playwright's own script can't run in the email's frame, and one test cuts the network.
      const expected = [/Blocked script execution|net::ERR_FAILED/, ...refusals];
      expect(errors.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    },
  });

/** Makes the sandbox deliver its webhook events and waits until all have arrived: another node may deliver some. */
export async function deliverSandboxEvents({ app, db }: LiveSite): Promise<void> {
  await app.services.payments.sandbox.work();
  const waiting = sql`select from sandbox.deliveries where delivered_at is null`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(0);
}
